import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/clock.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { wakePayment } from './actions/wake-payment.ts'
import { paymentOf } from './queries.ts'
import {
  bookVisit,
  changeJob,
  ledgerOf,
  moveJob,
  networkPayments,
  preAuthorize,
  processPayment,
  setFaults,
  setStoredCards,
  tokenOf,
  worded,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  setFaults()
  customer = await app.as('customer')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

test('a hold is placed now, charged at completion, and the ledger agrees with the network', async () => {
  const jobId = await bookVisit(customer)
  const held = await preAuthorize(customer, { jobId })
  expect(held).toMatchObject({
    status: 200,
    body: {
      success: true,
      state: 'held',
      message: '$129.99 has been pre-authorized. Funds will be captured upon service completion.',
    },
  })
  expect(await paymentOf(jobId)).toMatchObject({ heldCents: 12_999, capturedCents: 0 })
  expect(await moveJob(jobId, { status: 'completed' })).toMatchObject({
    state: 'paid',
    heldCents: 0,
    capturedCents: 12_999,
  })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 12_999 }])
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: 0, revenue: -12_999 })
})

test('a double click holds once, with one token or with two', async () => {
  const jobId = await bookVisit(customer)
  const sourceId = await tokenOf('ok')
  const same = await Promise.all([1, 2].map(() => preAuthorize(customer, { jobId, sourceId })))
  expect(same.map((answer) => answer.status)).toEqual([200, 200])
  const another = await bookVisit(customer)
  const two = await Promise.all([1, 2].map(() => preAuthorize(customer, { jobId: another })))
  expect(two.map((answer) => answer.status)).toEqual([200, 200])
  expect(await networkPayments()).toHaveLength(2)
})

test('two completions at once charge once', async () => {
  const jobId = await bookVisit(customer, { status: 'in_progress' })
  await preAuthorize(customer, { jobId })
  const admin = await app.as('admin')
  const complete = () =>
    admin.call('PATCH /api/jobs/{id}/status', {
      params: { id: jobId },
      body: { status: 'completed' },
    })
  const answers = await Promise.all([complete(), complete()])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await wakePayment(jobId)
  await Promise.all([runDueTasks(), sweepPayments(), sweepPayments()])
  await runDueTasks()
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 12_999 }])
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: 0, revenue: -12_999 })
})

test('a visit 30 days ahead saves the card and holds it 48 hours before', async () => {
  const admin = await app.as('admin')
  const jobId = await bookVisit(customer, { inHours: 30 * 24 })
  const due = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due.body).toMatchObject({ amount: '129.99', savesCard: true, card: null, state: 'none' })
  expect((await preAuthorize(customer, { jobId })).body).toMatchObject({ state: 'card_saved' })
  expect(await networkPayments()).toHaveLength(0)
  const scheduled = await admin.call('GET /api/payments/scheduled-auths')
  expect(scheduled.body).toMatchObject([{ jobId, amount: '129.99' }])
  travel(28 * 24 - 1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'card_saved' })
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'held', heldCents: 12_999 })
})

test('an amount of the client is only compared, and somebody else’s visit does not exist', async () => {
  const jobId = await bookVisit(customer)
  for (const pay of [preAuthorize, processPayment]) {
    const tampered = await pay(customer, { jobId, cents: 1 })
    expect(tampered).toMatchObject({ status: 409, body: { details: { amount: '129.99' } } })
    const stranger = await app.as('customer')
    expect((await pay(stranger, { jobId })).status).toBe(404)
  }
  expect(await networkPayments()).toHaveLength(0)
})

test.each([
  ['declined', 'declined'],
  ['cvv', 'cvv'],
  ['expired', 'expired'],
  ['postal_code', 'postal_code'],
  ['insufficient_funds', 'insufficient_funds'],
] as const)('a card that is %s says so, and a new one works', async (outcome, reason) => {
  const jobId = await bookVisit(customer)
  const refused = await preAuthorize(customer, { jobId, outcome })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', details: { reason } } })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'failed' })
  await sweepPayments()
  expect(await networkPayments()).toHaveLength(0)
  expect((await preAuthorize(customer, { jobId })).body).toMatchObject({ state: 'held' })
})

test('a token works once; the sandbox tokens have their outcomes', async () => {
  const [first, second] = [await bookVisit(customer), await bookVisit(customer)]
  const sourceId = await tokenOf('ok')
  await preAuthorize(customer, { jobId: first, sourceId })
  for (const [token, reason] of [
    [sourceId, 'token_used'],
    ['cnon:card-nonce-declined', 'declined'],
    ['cnon:card-nonce-rejected-cvv', 'cvv'],
    ['cnon:card-nonce-rejected-postalcode', 'postal_code'],
    ['cnon:card-nonce-rejected-expiration', 'expired'],
    ['cnon:card-nonce-already-used', 'token_used'],
    ['made up', 'token_used'],
  ] as const)
    expect(await processPayment(customer, { jobId: second, sourceId: token })).toMatchObject({
      status: 400,
      body: { details: { reason } },
    })
  const paid = await processPayment(customer, { jobId: second, sourceId: 'cnon:card-nonce-ok' })
  expect(paid).toMatchObject({
    status: 200,
    body: { success: true, state: 'paid', message: 'Payment of $129.99 processed successfully' },
  })
})

test('answers lost after success change nothing: authorize, charge, capture, refund', async () => {
  const jobId = await bookVisit(customer)
  const held = await preAuthorize(customer, { jobId, outcome: 'timeout' })
  expect(held.body).toMatchObject({ state: 'held' })
  await moveJob(jobId, { status: 'completed' })
  const another = await bookVisit(customer)
  const charged = await processPayment(customer, { jobId: another, outcome: 'timeout' })
  expect(charged.body).toMatchObject({ state: 'paid' })
  expect(await moveJob(another, { status: 'cancelled' })).toMatchObject({ state: 'refunded' })
  expect(await networkPayments()).toMatchObject([
    { status: 'completed', cents: 12_999, refunds: [] },
    { status: 'completed', cents: 12_999, refunds: [{ cents: 12_999 }] },
  ])
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: 0, revenue: -12_999 })
  expect(await ledgerOf(another)).toEqual({ cash: 0, receivable: 0, revenue: 0 })
})

test('extras above the hold: raised where allowed, else charged apart', async () => {
  const [raised, apart] = [await bookVisit(customer), await bookVisit(customer)]
  await preAuthorize(customer, { jobId: raised })
  await moveJob(raised, { status: 'completed', extrasCents: 1001 })
  await preAuthorize(customer, { jobId: apart, outcome: 'no_raise' })
  await moveJob(apart, { status: 'completed', extrasCents: 1001 })
  expect(await networkPayments()).toMatchObject([
    { status: 'completed', cents: 14_000 },
    { status: 'completed', cents: 12_999 },
    { status: 'completed', cents: 1001 },
  ])
  expect(await paymentOf(apart)).toMatchObject({ state: 'paid', capturedCents: 14_000 })
})

test('a difference that is declined is tried three times, then paid by link for exactly the rest', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'no_raise' })
  await setStoredCards('insufficient_funds')
  const completed = await moveJob(jobId, { status: 'completed', extrasCents: 1001 })
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

test('a card that wants its owner is not charged without them', async () => {
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
    expect((await adjust(jobId, amount)).body).toMatchObject({
      state: amount === '0' ? 'voiding' : 'held',
    })
    await moveJob(jobId, { status: 'completed' })
  }
  expect(await networkPayments()).toMatchObject([
    { status: 'completed', cents: 10_000 },
    { status: 'canceled', cents: 12_999 },
  ])
  expect(await worded(nothing)).toMatchObject({
    state: 'voided',
    note: 'hold released, not charged',
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
  await moveJob(jobId, { status: 'completed', extrasCents: 699 })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedCents: 12_698 })
})

test('a cancelled visit gives back what is held or paid', async () => {
  const [held, started, paid, asked] = [
    await bookVisit(customer),
    await bookVisit(customer, { status: 'in_progress' }),
    await bookVisit(customer),
    await bookVisit(customer),
  ]
  await preAuthorize(customer, { jobId: held })
  await preAuthorize(customer, { jobId: started })
  await processPayment(customer, { jobId: paid })
  for (const jobId of [held, started, paid]) await moveJob(jobId, { status: 'cancelled' })
  // Cancelled in the middle of the authorization.
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

test('a hold that runs out before the visit is placed again', async () => {
  const jobId = await bookVisit(customer, { inHours: 150 })
  await preAuthorize(customer, { jobId })
  await moveJob(jobId, { startsAt: new Date(now().getTime() + 20 * 24 * 3_600_000) })
  travel(7 * 24 + 1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'expired', heldCents: 0 })
  travel(11 * 24)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'held', heldCents: 12_999 })
  expect(await moveJob(jobId, { status: 'completed' })).toMatchObject({ state: 'paid' })
  expect((await networkPayments()).map((payment) => payment.status)).toEqual([
    'canceled',
    'completed',
  ])
})

test('a hold that ran out before completion is charged to the stored card', async () => {
  const jobId = await bookVisit(customer, { inHours: 1 })
  await preAuthorize(customer, { jobId })
  travel(8 * 24)
  expect(await moveJob(jobId, { status: 'completed' })).toMatchObject({
    state: 'paid',
    capturedCents: 12_999,
  })
})

test('a capture that is declined falls back to the card, then to the link', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'capture_declined' })
  expect(await moveJob(jobId, { status: 'completed' })).toMatchObject({
    state: 'balance_due',
    note: 'balance $129.99',
    heldCents: 0,
  })
  const news = await customer.call('GET /api/notifications')
  expect(news.body).toMatchObject([{ title: 'Payment needed' }])
  expect((await processPayment(customer, { jobId })).body).toMatchObject({ state: 'paid' })
})
