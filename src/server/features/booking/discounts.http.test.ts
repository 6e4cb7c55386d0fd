import type { Cost } from '#shared/contract/costs.ts'
import { changesOf } from '#shared/rules/cost-words.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import {
  bookVisit,
  changeAndSettle,
  preAuthorize,
  processPayment,
} from '#server/features/payments/test-visits.ts'
import { paymentOf } from '#server/features/payments/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
let id: string
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
  id = await bookVisit(customer)
})

const reason = 'Sorry for the wait'
const patch = (body: object, who = admin) =>
  who.call('PATCH /api/jobs/{id}', { params: { id }, body })
const discount = (amount: unknown, more: object = {}) =>
  patch({ discount: amount, reason, ...more })
const adjust = (amount: number) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: id },
    body: { amount, reason: 'pricing_error' },
  })
const recorded = () => db().select().from(paymentAdjustments).orderBy(paymentAdjustments.createdAt)

test('a discount lowers the price everywhere, and its customer sees the reason', async () => {
  await preAuthorize(customer, { jobId: id })
  const answer = await discount('20', { seen: { finalAmount: '129.99' } })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      finalAmount: '109.99',
      totalAmount: '129.99',
      cost: {
        lines: '109.99',
        feesAndDiscounts: [{ kind: 'discount_applied', amount: '-20.00', words: reason }],
        adjustments: [],
      },
    },
  ])
  expect(await recorded()).toMatchObject([
    { fromCents: 12_999, toCents: 10_999, reason: 'discount_applied', words: reason },
  ])
  await runDueTasks()
  const [told] = (await customer.call('GET /api/notifications')).body
  expect(told.message).toContain('costs $109.99 now, instead of $129.99')
  expect(told.message).toContain(`Reason: ${reason}`)
  const [mail] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, customer.user.email ?? ''))
  expect(mail?.body).toContain(reason)
  const history = await admin.call('GET /api/jobs/{id}/history', { params: { id } })
  expect(history.body.at(-1)).toMatchObject({
    title: 'Price changed',
    comment: reason,
    lines: ['$109.99 instead of $129.99', 'Reason: Discount'],
  })
  const list = await admin.call('GET /api/payments')
  expect(list.body[0]).toMatchObject({ amount: '109.99' })
  await changeAndSettle(id, { status: 'completed', completedAt: now() })
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', capturedCents: 10_999 })
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id } })
  expect(receipt.text).toContain('109.99')
})

test('a new discount replaces the first, the same one changes nothing, and 0 removes it', async () => {
  expect((await discount(20)).body.finalAmount).toBe('109.99')
  expect((await discount(20.0)).body.finalAmount).toBe('109.99')
  expect((await discount('50.00')).body.finalAmount).toBe('79.99')
  expect((await discount(0)).body.finalAmount).toBe('129.99')
  expect((await discount(0)).body.finalAmount).toBe('129.99')
  expect(await recorded()).toHaveLength(3)
  expect((await discount('129.99')).body.finalAmount).toBe('0.00')
})

test('it combines with other adjustments and extras, and never exceeds the price', async () => {
  await discount(20)
  expect((await adjust(100)).status).toBe(200)
  expect((await discount(30)).body.finalAmount).toBe('90.00')
  await changeAndSettle(id, { extrasCents: 1000 })
  expect((await discount(0)).body.finalAmount).toBe('130.00')
  const refused = await discount('130.01')
  expect([refused.status, refused.body]).toMatchObject([
    400,
    {
      message: 'The visit costs $130.00. A discount cannot be more than that.',
      details: { fields: [{ path: 'discount' }] },
    },
  ])
  // A price that dropped below its discount is zero, and positive again with a smaller discount.
  await discount(130)
  await changeAndSettle(id, { extrasCents: 0 })
  expect((await admin.call('GET /api/jobs/{id}', { params: { id } })).body.finalAmount).toBe('0.00')
  expect((await discount(100)).body.finalAmount).toBe('20.00')
  expect((await discount(100)).body.finalAmount).toBe('20.00')
})

test.each([[-1], ['-5.00'], ['much'], ['1.999'], [''], [null], ['99999999']])(
  'a discount of %j is refused',
  async (amount) => {
    expect((await discount(amount)).status).toBe(400)
    expect(await recorded()).toEqual([])
  },
)

test('it needs a reason and is for the office only', async () => {
  for (const body of [
    { discount: 5 },
    { discount: 5, reason: ' ' },
    { discount: 5, reason: 'x'.repeat(201) },
  ])
    expect(await patch(body)).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: 'reason' }] } },
    })
  const technician = await app.as('technician')
  for (const who of [customer, technician])
    expect((await patch({ discount: 5, reason }, who)).status).toBe(403)
  expect(await recorded()).toEqual([])
})

test('after the visit it is refused with a reason', async () => {
  await changeAndSettle(id, { status: 'completed', completedAt: now() })
  const late = await discount(5)
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringContaining('too late for a discount'),
  ])
  await db().update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, id))
  const cancelled = await discount(5)
  expect([cancelled.status, cancelled.body.message]).toEqual([
    409,
    expect.stringContaining('This visit was cancelled'),
  ])
  id = await bookVisit(customer)
  await processPayment(customer, { jobId: id })
  expect((await paymentOf(id)).state).toBe('paid')
  const paid = await discount(5)
  expect([paid.status, paid.body.message]).toEqual([
    409,
    expect.stringContaining('Refund the excess'),
  ])
})

test('together with other details it is all or nothing', async () => {
  const refused = await discount(500, { accessNotes: 'Gate 9' })
  expect(refused.status).toBe(400)
  const read = async () => (await admin.call('GET /api/jobs/{id}', { params: { id } })).body
  expect((await read()).accessNotes).not.toBe('Gate 9')
  expect((await discount(5, { accessNotes: 'Gate 9' })).status).toBe(200)
  expect(await read()).toMatchObject({ accessNotes: 'Gate 9', finalAmount: '124.99' })
})

test('of a discount and an adjustment from the same screen, the second is refused', async () => {
  const seen = { finalAmount: '129.99' }
  expect((await adjust(100)).status).toBe(200)
  const refused = await discount(20, { seen })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { details: { reason: 'stale', amount: '100.00' } },
  ])
  const both = await Promise.all([
    discount(20, { seen: { finalAmount: '100.00' } }),
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId: id },
      body: { amount: 90, reason: 'other', seenAmount: '100.00' },
    }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('of concurrent discounts the last one applies', async () => {
  const answers = await Promise.all([discount(20), discount(20), discount(30), adjust(110)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { body } = await admin.call('GET /api/jobs/{id}', { params: { id } })
  const sum = changesOf(body.cost as Cost).reduce((all, one) => all + Number(one.amount), 129.99)
  expect(sum.toFixed(2)).toBe(body.finalAmount)
  expect((await discount(0)).status).toBe(200)
})
