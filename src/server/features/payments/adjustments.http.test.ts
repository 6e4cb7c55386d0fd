import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { adjustReasons } from '#shared/rules/payments.ts'
import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import { inEnglish, phraseOf } from '#shared/texts/t.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import {
  bookVisit,
  changeJob,
  changeAndSettle,
  mailsTo,
  preAuthorize,
  processPayment,
  setFaults,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const adjust = (jobId: string, amount: string | number, reason = 'customer_complaint') =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason },
  })

test('an adjustment stays between 0 and 10,000, and a large one needs confirmation', async () => {
  const jobId = await bookVisit(customer)
  for (const amount of ['10000.01', 12_999, -1, 'much'])
    expect(await adjust(jobId, amount)).toMatchObject({
      status: 400,
      body: { message: 'Enter an amount between $0.00 and $10,000.00' },
    })
  expect((await adjust(jobId, 1000, 'other')).status).toBe(200)
  const asked = await adjust(jobId, '1000.01', 'other')
  expect(asked).toMatchObject({ status: 409, body: { details: { reason: 'confirm' } } })
  expect(asked.body.message).toContain('$129.99')
  const large = { amount: 10_000, reason: 'other', confirmed: true }
  const done = await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: large,
  })
  expect(done.body).toMatchObject({ amount: '10000.00' })
  await changeSettings({ adjustConfirmAboveCents: 2000 })
  expect((await adjust(jobId, 300, 'other')).status).toBe(200)
  expect((await adjust(jobId, 400, 'other')).status).toBe(409)
})

test.each(adjustReasons)(
  'the reason %s is stored, and shown to everyone concerned',
  async (reason) => {
    const jobId = await bookVisit(customer)
    await preAuthorize(customer, { jobId })
    await admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount: 120, reason },
    })
    expect(await db().select().from(paymentAdjustments)).toMatchObject([{ reason }])
    const [history] = await db()
      .select()
      .from(jobEvents)
      .where(eq(jobEvents.kind, 'payment_adjusted'))
    expect(history?.data).toMatchObject({ reason, toCents: 12_000 })
    const words = inEnglish(phraseOf(adjustmentLabels[reason]))
    expect((await customer.call('GET /api/notifications')).body[0].message).toContain(words)
    await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
    const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id: jobId } })
    expect(receipt.text).toContain(reason)
    expect((await mailsTo(customer)).some((text) => text.includes(words))).toBe(true)
  },
)

test.each(['customer', 'guest'] as const)(
  'a lower price is mailed to a %s with both amounts and the reason, which later mails repeat',
  async (who) => {
    const reader = who === 'guest' ? await app.as(await makeUser()) : customer
    const jobId = await bookVisit(reader)
    await preAuthorize(reader, { jobId })
    expect((await adjust(jobId, 100)).status).toBe(200)
    await runDueTasks()
    const [told, ...others] = await mailsTo(reader)
    expect(others).toEqual([])
    expect(told).toContain('costs $100.00 now, instead of $129.99.')
    expect(told).toContain('Reason: Customer Complaint.')
    const technician = await app.as('technician')
    await db()
      .update(jobs)
      .set({ status: 'in_progress', technicianId: technician.user.id })
      .where(eq(jobs.id, jobId))
    const done = await technician.call('PATCH /api/jobs/{id}/status', {
      params: { id: jobId },
      body: { status: 'completed' },
    })
    expect(done.status).toBe(200)
    await runDueTasks()
    const later = (await mailsTo(reader)).slice(1)
    expect(later.map((text) => text.split('\n')[0])).toEqual([
      expect.stringContaining('service completed'),
      expect.stringContaining('$100.00 charged to your card'),
    ])
    for (const text of later)
      expect(text).toContain('$100.00 instead of $129.99 (Customer Complaint: -$29.99)')
  },
)

test('a bill explains an amount that differs from the services, sent after the change that caused it', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await adjust(jobId, 0)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'voided' })
  expect((await adjust(jobId, 20, 'other')).status).toBe(200)
  await runDueTasks()
  const [change, bill] = (await mailsTo(customer)).slice(-2)
  expect(change).toContain('costs $20.00 now, instead of $0.00.')
  expect(bill).toContain(
    '$20.00 instead of $129.99 (Customer Complaint: -$129.99, Adjustment: $20.00)',
  )
})

test('of two adjustments from the same screen the second sees the first', async () => {
  const jobId = await bookVisit(customer)
  const from = (amount: string, seenAmount: string) =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount, reason: 'other', seenAmount },
    })
  const tabs = await Promise.all([from('100', '129.99'), from('110', '129.99')])
  const [done, refused] = tabs.toSorted((a, b) => a.status - b.status)
  expect([done?.status, refused?.status]).toEqual([200, 409])
  expect(refused?.body.details).toEqual({
    reason: 'stale',
    amount: done?.body.amount,
  })
  expect((await from(done?.body.amount, '129.99')).status).toBe(200)
  await runDueTasks()
  expect(await mailsTo(customer)).toHaveLength(1)
  await changeJob(jobId, { extrasCents: 1000 })
  expect((await from('90', done?.body.amount)).status).toBe(409)
  expect((await from('90', `${Number(done?.body.amount) + 10}.00`)).body.amount).toBe('90.00')
})

test('an adjustment during capture is settled by a refund', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  let adjusted: Promise<{ status: number }> | undefined
  setFaults(async (verb, moment) => {
    if (verb !== 'capture' || moment !== 'after') return
    adjusted = adjust(jobId, 100)
    await expect.poll(() => db().$count(paymentAdjustments)).toBe(1)
  })
  await changeAndSettle(jobId, { status: 'completed' })
  expect((await adjusted)?.status).toBe(200)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ capturedCents: 12_999, refundedCents: 2999 })
})

test.each([
  ['adjusted without a card', async (jobId: string) => adjust(jobId, 100), []],
  [
    'held',
    async (jobId: string) => preAuthorize(customer, { jobId }),
    ['$129.99 reserved on your card is released.'],
  ],
  [
    'paid',
    async (jobId: string) => processPayment(customer, { jobId }),
    ['The $129.99 that you paid is refunded.'],
  ],
] as const)(
  'the mail about a cancelled visit that was %s mentions only the cancellation',
  async (_, pay, words) => {
    const jobId = await bookVisit(customer)
    await pay(jobId)
    await customer.call('POST /api/jobs/{id}/cancel', { params: { id: jobId }, body: {} })
    await runDueTasks()
    const mail = (await mailsTo(customer)).find((one) => one.includes('is cancelled.')) ?? ''
    expect(mail.match(/^.*(released|refunded).*$/gm) ?? []).toEqual(words)
  },
)

test('a cancelled visit cannot be adjusted, and an unknown one is not found', async () => {
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'cancelled' })
  expect((await adjust(jobId, 1)).status).toBe(409)
  expect((await preAuthorize(customer, { jobId })).status).toBe(409)
  expect((await processPayment(customer, { jobId })).status).toBe(409)
  expect((await adjust('00000000-0000-4000-8000-000000000000', 1)).status).toBe(404)
})

test('an amount with three decimals is refused with a message', async () => {
  const id = await bookVisit(await app.as('customer'))
  const admin = await app.as('admin')
  const answer = await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: id },
    body: { amount: 1.999, reason: 'other' },
  })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'Please give at most two decimals, as in 129.99' },
  })
})

test.each(['discount_applied', 'customer_complaint'] as const)(
  'an increase is not recorded as %s',
  async (reason) => {
    const jobId = await bookVisit(customer)
    const set = (amount: string, why: string) =>
      admin.call(`PATCH /api/payments/${jobId}/adjust`, { body: { amount, reason: why } })
    expect(await set('150.00', reason)).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: 'reason' }] } },
    })
    expect((await set('150.00', 'pricing_error')).status).toBe(200)
    expect((await set('140.00', reason)).status).toBe(200)
  },
)

test('a discount that is lowered is one smaller discount', async () => {
  const jobId = await bookVisit(customer)
  const discount = (amount: string) =>
    admin.call(`PATCH /api/jobs/${jobId}`, { body: { discount: amount, reason: 'Neighbor' } })
  expect((await discount('30.00')).status).toBe(200)
  expect((await discount('10.00')).status).toBe(200)
  const { body } = await customer.call(`GET /api/jobs/${jobId}`)
  expect(body.cost.feesAndDiscounts).toMatchObject([{ kind: 'discount_applied', amount: '-10.00' }])
  const history = JSON.stringify((await admin.call(`GET /api/jobs/${jobId}/history`)).body)
  expect(history).toContain('Discount reduced')
})

test('an extra on a visit paid ahead makes it due at once, and the price can be adjusted', async () => {
  const jobId = await bookVisit(customer)
  const { body: config } = await admin.call(`GET /api/payments/${jobId}`)
  await admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount: config.amount, method: 'cash', receivedOn: businessToday() },
  })
  const state = async () => (await paymentOf(jobId)).state
  expect(await state()).toBe('paid')
  const adjust = (amount: string) =>
    admin.call(`PATCH /api/payments/${jobId}/adjust`, { body: { amount, reason: 'other' } })
  expect((await adjust('100.00')).status).toBe(409)
  const added = await admin.call(`POST /api/jobs/${jobId}/extras`, {
    body: { serviceType: 'other', description: 'Drain plug', unitPrice: '12.50' },
  })
  expect(added.status).toBeLessThan(300)
  expect(await state()).toBe('none')
  expect((await adjust('129.99')).status).toBe(200)
  expect(await state()).toBe('paid')
  const extra = `/api/jobs/${jobId}/extras/${added.body.id}`
  await admin.call(`DELETE ${extra}`)
  expect(await state()).toBe('paid')
})
