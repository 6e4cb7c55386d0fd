import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { readDay } from '#server/features/daily-close/test-days.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { cancel, read, statusesOf } from './test-fees.ts'
import {
  bookVisit,
  changeAndSettle,
  ledgerOf,
  mailsTo,
  preAuthorize,
  worded,
} from './test-visits.ts'

const app = useTestApp({ at: monday })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const record = (jobId: string, amount: string, more: object = {}) =>
  admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount, method: 'cash', receivedOn: businessToday(), ...more },
  })
const giveBack = (jobId: string, amount: string, more: object = {}) =>
  record(jobId, amount, { givenBack: 'Cancelled', ...more })
const takeBack = (jobId: string, id: string) =>
  admin.call(`DELETE /api/payments/${jobId}/record/${id}`, { body: { reason: 'It bounced' } })
const toGiveBack = async () =>
  (await admin.call('GET /api/admin/attention', { query: { kind: 'to_return' } })).body
const completed = async (): Promise<string> => {
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  return jobId
}
const lastMail = async () => {
  await runDueTasks()
  return (await mailsTo(customer)).at(-1)
}
const nextDay = async () => {
  travelTo(new Date(now().getTime() + 86_400_000))
  admin = await app.as('admin')
}

test('cash of a cancelled visit is listed until it is given back, in parts', async () => {
  const jobId = await bookVisit(customer)
  await record(jobId, '129.99')
  await cancel(admin, jobId, { reason: 'Storm' })
  expect(await lastMail()).toContain('Our office will return $129.99 to you.')
  expect(await toGiveBack()).toMatchObject([
    { kind: 'to_return', count: 1, entries: [{ id: jobId, toReturn: '129.99' }] },
  ])
  expect((await giveBack(jobId, '130.00')).body).toMatchObject({
    message: 'At most $129.99 can be given back.',
    details: { reason: 'more_than_paid', returnable: '129.99' },
  })
  const { body: part } = await giveBack(jobId, '100.00')
  expect(part).toMatchObject({ toReturn: '29.99', returnable: '29.99', recordedAmount: '29.99' })
  expect(part.recorded[1]).toMatchObject({ amount: '-100.00', method: 'cash' })
  expect(await lastMail()).toMatch(/We returned \$100\.00 to you .*Reason: Cancelled/s)
  await giveBack(jobId, '29.99', { method: 'check', reference: '7' })
  expect(await toGiveBack()).toEqual([])
  expect(await ledgerOf(jobId)).toMatchObject({ cash_drawer: 2999, checks: -2999, receivable: 0 })
  expect((await giveBack(jobId, '0.01')).status).toBe(409)
  expect((await worded(jobId)).state).toBe('refunded')
})

test('a refund of cash answers that the money is given back by hand', async () => {
  const jobId = await completed()
  const refund = async () =>
    (
      await admin.call(`POST /api/payments/${jobId}/refund`, {
        body: { amount: '10.00', reason: 'other' },
      })
    ).body.message
  expect(await refund()).toMatch(/^There is nothing to refund/)
  await record(jobId, '129.99')
  expect(await refund()).toBe(
    'This visit was not paid by card. Record the money you give back instead.',
  )
})

test('of several people giving back the whole amount, one succeeds', async () => {
  const jobId = await bookVisit(customer)
  await record(jobId, '129.99')
  await cancel(admin, jobId, { reason: 'Storm' })
  const presses = Array.from({ length: 5 }, () => giveBack(jobId, '129.99', { confirmed: true }))
  expect(statusesOf(await Promise.all(presses))).toEqual([200, 409, 409, 409, 409])
})

test('a completed visit paid in cash is refunded in part by giving back, which lowers its price', async () => {
  const jobId = await completed()
  await record(jobId, '129.99')
  const { body } = await giveBack(jobId, '29.99')
  expect(body).toMatchObject({ amount: '100.00', state: 'paid', recordedAmount: '100.00' })
  expect(body).not.toHaveProperty('toReturn')
  expect(await ledgerOf(jobId)).toMatchObject({
    cash_drawer: 10_000,
    receivable: 0,
    revenue: -10_000,
  })
  expect((await read(customer, jobId)).cost).toMatchObject({ amount: '100.00', due: '0.00' })
})

test('before the visit only an overpayment is given back', async () => {
  const jobId = await bookVisit(customer)
  await record(jobId, '129.99')
  expect((await giveBack(jobId, '1.00')).body.message).toBe(
    'There is nothing to give back for this visit.',
  )
})

test('a fee is taken from cash, and the rest is the office’s to return', async () => {
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 24 })
  const jobId = await bookVisit(customer, { inHours: 5, status: 'assigned' })
  await record(jobId, '129.99')
  const { cost } = await read(customer, jobId)
  expect(cost.recorded).toBe('129.99')
  await cancel(admin, jobId, { reason: 'Late', fee: '25.00' })
  await runDueTasks()
  const mail = (await mailsTo(customer)).join('\n')
  expect(mail).toContain('It is taken from the $129.99 you paid.')
  expect(mail).toContain('Our office will return $104.99 to you.')
  expect(mail).not.toContain('Pay here')
  expect((await read(customer, jobId)).cost).toMatchObject({ due: '0.00', toReturn: '104.99' })
})

test('a bill names earlier payments, and one that was taken back', async () => {
  const jobId = await completed()
  await record(jobId, '29.99')
  const { body } = await record(jobId, '100.00')
  await takeBack(jobId, body.recorded[1].id)
  await runDueTasks()
  const mails = (await mailsTo(customer)).join('\n')
  expect(mails).toContain('Your payment of $100.00 for the visit to your')
  expect(mails).toContain('no longer counts as paid. Reason: It bounced')
  expect(mails).toContain('Your earlier payment of $100.00 was taken back.')
  expect(mails).toContain('You have paid $29.99 of $129.99.')
})

test('sales tax is booked on the day the payment came in, and taken back there', async () => {
  const jobId = await bookVisit(customer)
  await db().update(jobs).set({ taxRateBp: 825, taxableCents: 12_999 }).where(eq(jobs.id, jobId))
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  const received = businessToday()
  await nextDay()
  const { body } = await record(jobId, '140.71', { receivedOn: received })
  const figures = async (date: string) => {
    const { cash, tax } = (await readDay(admin, date)).total
    return [cash, tax]
  }
  expect([await figures(received), await figures(businessToday())]).toEqual([
    ['140.71', '10.72'],
    ['0.00', '0.00'],
  ])
  await takeBack(jobId, body.recorded[0].id)
  expect([await figures(received), await figures(businessToday())]).toEqual([
    ['0.00', '0.00'],
    ['0.00', '0.00'],
  ])
})

test('a payment of a signed-off day is taken back today', async () => {
  const jobId = await completed()
  const received = businessToday()
  const { body } = await record(jobId, '129.99')
  await nextDay()
  const { entries } = await readDay(admin, received)
  const signed = await admin.call('POST /api/admin/close', {
    body: { date: received, entries, early: true },
  })
  expect(signed.status).toBe(201)
  await takeBack(jobId, body.recorded[0].id)
  const cashOn = async (date: string) => (await readDay(admin, date)).total.cash
  expect([await cashOn(received), await cashOn(businessToday())]).toEqual(['129.99', '-129.99'])
})

test('the same payment twice within a minute asks first', async () => {
  const jobId = await completed()
  expect((await record(jobId, '50.00')).status).toBe(200)
  expect((await record(jobId, '50.00')).body).toMatchObject({ details: { reason: 'repeat' } })
  expect((await record(jobId, '50.00', { reference: 'another' })).status).toBe(200)
  expect((await record(jobId, '10.00')).status).toBe(200)
  expect((await record(jobId, '10.00', { confirmed: true })).status).toBe(200)
  travelTo(new Date(now().getTime() + 61_000))
  expect((await record(jobId, '5.00')).status).toBe(200)
})

test('a payment from before the booking asks first', async () => {
  const jobId = await completed()
  const receivedOn = addDays(businessToday(), -1)
  expect((await record(jobId, '50.00', { receivedOn })).body).toMatchObject({
    details: { reason: 'confirm' },
  })
  expect((await record(jobId, '50.00', { receivedOn, confirmed: true })).status).toBe(200)
})

test('a customer with money to get back is deleted only after a question, and keeps a name until then', async () => {
  const jobId = await bookVisit(customer)
  await record(jobId, '129.99')
  await cancel(admin, jobId, { reason: 'Storm' })
  const erase = (query = {}) =>
    admin.call(`DELETE /api/admin/customers/${customer.user.id}`, { query })
  expect((await erase()).body.details).toEqual({ reason: 'owed_back', amount: '129.99' })
  expect((await erase({ evenOwing: 'yes' })).status).toBe(200)
  expect((await worded(jobId)).customerName).not.toBe('')
  await giveBack(jobId, '129.99')
  expect((await worded(jobId)).customerName).toBe('')
})

test('a deleted customer’s bounced check leaves no debt without a name', async () => {
  const jobId = await completed()
  const { body } = await record(jobId, '129.99', { method: 'check' })
  await admin.call(`DELETE /api/admin/customers/${customer.user.id}`)
  expect((await takeBack(jobId, body.recorded[0].id)).body).toMatchObject({
    amount: '0.00',
    state: 'paid',
  })
  expect(await ledgerOf(jobId)).toMatchObject({ checks: 0, receivable: 0, revenue: 0 })
})

const owedNow = async () =>
  (await admin.call('GET /api/payments', { query: { status: 'owed' } })).body as { jobId: string }[]

test('undoing money given back by mistake restores the price', async () => {
  const jobId = await completed()
  await record(jobId, '129.99')
  const { body } = await giveBack(jobId, '30.00')
  expect(body).toMatchObject({ amount: '99.99' })
  const { body: after } = await takeBack(jobId, body.recorded[1].id)
  expect(after).toMatchObject({ amount: '129.99', state: 'paid', recordedAmount: '129.99' })
  expect(after).not.toHaveProperty('toReturn')
  expect((await read(customer, jobId)).cost).toMatchObject({ amount: '129.99', due: '0.00' })
  expect(await ledgerOf(jobId)).toMatchObject({ cash_drawer: 12_999, receivable: 0 })
  expect(await toGiveBack()).toEqual([])
})

test.each([
  ['finished', 'completed'],
  ['cancelled', 'cancelled'],
])('a check that bounces after the money of a %s visit was given back is owed', async (_, end) => {
  const jobId = end === 'completed' ? await completed() : await bookVisit(customer)
  const { body } = await record(jobId, '129.99', { method: 'check' })
  if (end === 'cancelled') await cancel(admin, jobId, { reason: 'Storm' })
  await giveBack(jobId, '129.99')
  const { body: after } = await takeBack(jobId, body.recorded[0].id)
  expect(after).toMatchObject({ amount: '0.00', state: 'balance_due', recordedAmount: '-129.99' })
  expect((await owedNow()).map((one) => one.jobId)).toEqual([jobId])
  expect(
    (await admin.call(`DELETE /api/admin/customers/${customer.user.id}`)).body.details,
  ).toMatchObject({ reason: 'owes', amount: '129.99' })
  expect(await lastMail()).toContain('$129.99')
  expect((await record(jobId, '129.99', { reference: 'paid again' })).status).toBe(200)
  expect(await owedNow()).toEqual([])
})

test('a stored card is never charged for money that was given back in cash', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  const { body } = await record(jobId, '129.99', { method: 'check' })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  await giveBack(jobId, '129.99')
  await takeBack(jobId, body.recorded[0].id)
  await runDueTasks()
  expect(await worded(jobId)).toMatchObject({ state: 'balance_due', capturedCents: 0 })
})
