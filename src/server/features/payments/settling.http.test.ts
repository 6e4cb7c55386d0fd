import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeJob,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
  setFaults,
  worded,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

test('extras above the hold raise it if allowed, else are charged separately', async () => {
  const [raised, apart] = [await bookVisit(customer), await bookVisit(customer)]
  await preAuthorize(customer, { jobId: raised })
  await changeAndSettle(raised, { status: 'completed', extrasCents: 1001 })
  await preAuthorize(customer, { jobId: apart, outcome: 'no_raise' })
  await changeAndSettle(apart, { status: 'completed', extrasCents: 1001 })
  expect(await networkPayments()).toMatchObject([
    { status: 'completed', cents: 14_000 },
    { status: 'completed', cents: 12_999 },
    { status: 'completed', cents: 1001 },
  ])
  expect(await paymentOf(apart)).toMatchObject({ state: 'paid', capturedCents: 14_000 })
})

test('a declined difference is tried three times, then paid by link for exactly the rest', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'no_raise' })
  await testNetwork.setStoredCards('insufficient_funds')
  const completed = await changeAndSettle(jobId, { status: 'completed', extrasCents: 1001 })
  expect(completed).toMatchObject({ state: 'balance_due', note: 'balance $10.01' })
  for (let tries = 0; tries < 5; tries++) {
    travel(25)
    await sweepPayments()
  }
  expect(await networkPayments()).toHaveLength(1)
  const due = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due.body).toMatchObject({ amount: '10.01', state: 'balance_due' })
  expect((await processPayment(customer, { jobId })).status).toBe(409)
  expect((await processPayment(customer, { jobId, cents: 1001 })).body).toMatchObject({
    state: 'paid',
  })
  expect(await ledgerOf(jobId)).toEqual({ cash: 14_000, receivable: 0, revenue: -14_000 })
})

test('a card that requires its owner is not charged without them', async () => {
  const jobId = await bookVisit(customer, { inHours: 30 * 24 })
  await preAuthorize(customer, { jobId, outcome: 'verification' })
  travel(29 * 24)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'failed' })
  const news = await customer.call('GET /api/notifications')
  expect(news.body).toMatchObject([
    { type: 'payment_failed', jobId, path: `/pre-authorize/${jobId}` },
  ])
  expect((await preAuthorize(customer, { jobId })).body).toMatchObject({ state: 'held' })
})

test('a final amount below the hold captures less, and 0 captures nothing', async () => {
  const admin = await app.as('admin')
  const adjust = (jobId: string, amount: string) =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount, reason: 'discount_applied' },
    })
  const [less, nothing] = [await bookVisit(customer), await bookVisit(customer)]
  for (const [jobId, amount] of [
    [less, '100.00'],
    [nothing, '0'],
  ] as const) {
    await preAuthorize(customer, { jobId })
    expect((await adjust(jobId, amount)).body).toMatchObject({ state: 'held' })
    await changeAndSettle(jobId, { status: 'completed' })
  }
  expect(await networkPayments()).toMatchObject([
    { status: 'completed', cents: 10_000 },
    { status: 'canceled', cents: 12_999 },
  ])
  expect(await worded(nothing)).toMatchObject({
    state: 'voided',
    note: 'Discount: -$129.99; hold released, not charged',
  })
})

test('extras added after an adjustment still count', async () => {
  const jobId = await bookVisit(customer)
  const admin = await app.as('admin')
  await preAuthorize(customer, { jobId })
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount: 119.99, reason: 'discount_applied' },
  })
  await changeAndSettle(jobId, { status: 'completed', extrasCents: 699 })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedCents: 12_698 })
})

test('a cancelled visit returns holds and payments', async () => {
  const [held, started, paid, asked] = [
    await bookVisit(customer),
    await bookVisit(customer, { status: 'in_progress' }),
    await bookVisit(customer),
    await bookVisit(customer),
  ]
  await preAuthorize(customer, { jobId: held })
  await preAuthorize(customer, { jobId: started })
  await processPayment(customer, { jobId: paid })
  for (const jobId of [held, started, paid]) await changeAndSettle(jobId, { status: 'cancelled' })
  // Cancelled during authorization.
  setFaults(async (verb, moment) => {
    if (verb === 'pay' && moment === 'before') await changeJob(asked, { status: 'cancelled' })
  })
  expect((await preAuthorize(customer, { jobId: asked })).status).toBe(409)
  const states = await Promise.all([held, started, paid, asked].map((jobId) => paymentOf(jobId)))
  expect(states.map((row) => row.state)).toEqual(['voided', 'voided', 'refunded', 'voided'])
  expect((await networkPayments()).map((payment) => payment.status).toSorted()).toEqual([
    'canceled',
    'canceled',
    'canceled',
    'completed',
  ])
  for (const jobId of [held, started, paid, asked])
    expect(await ledgerOf(jobId)).toEqual({ cash: 0, receivable: 0, revenue: 0 })
})

test('a hold that expires before the visit is placed again', async () => {
  const jobId = await bookVisit(customer, { inHours: 150 })
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { startsAt: new Date(now().getTime() + 20 * 24 * 3_600_000) })
  travel(7 * 24 + 1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'expired', heldCents: 0 })
  travel(11 * 24)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'held', heldCents: 12_999 })
  expect(await changeAndSettle(jobId, { status: 'completed' })).toMatchObject({ state: 'paid' })
  expect((await networkPayments()).map((payment) => payment.status)).toEqual([
    'canceled',
    'completed',
  ])
})

test('after an expired hold the stored card is charged at completion', async () => {
  const jobId = await bookVisit(customer, { inHours: 1 })
  await preAuthorize(customer, { jobId })
  travel(8 * 24)
  expect(await changeAndSettle(jobId, { status: 'completed' })).toMatchObject({
    state: 'paid',
    capturedCents: 12_999,
  })
})

test('a declined capture falls back to the card, then to the link', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'capture_declined' })
  expect(await changeAndSettle(jobId, { status: 'completed' })).toMatchObject({
    state: 'balance_due',
    note: 'balance $129.99',
    heldCents: 0,
  })
  const news = await customer.call('GET /api/notifications')
  expect(news.body).toMatchObject([{ title: 'Payment needed' }])
  expect((await processPayment(customer, { jobId })).body).toMatchObject({ state: 'paid' })
})
