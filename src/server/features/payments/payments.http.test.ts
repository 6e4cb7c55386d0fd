import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { wakePayment } from './actions/wake-payment.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
  tokenOf,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
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
  expect(await changeAndSettle(jobId, { status: 'completed' })).toMatchObject({
    state: 'paid',
    heldCents: 0,
    capturedCents: 12_999,
  })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 12_999 }])
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: 0, revenue: -12_999 })
})

test('a card entered by the office is recorded as its action, and the customer is notified of a charge', async () => {
  const admin = await app.as('admin')
  const soon = await bookVisit(customer)
  expect((await preAuthorize(admin, { jobId: soon })).status).toBe(200)
  const paid = await bookVisit(customer, { status: 'completed', inHours: -2 })
  expect((await processPayment(admin, { jobId: paid })).status).toBe(200)
  await runDueTasks()
  const actsOf = async (id: string) =>
    (await admin.call('GET /api/jobs/{id}/history', { params: { id } })).body
  const office = { role: 'admin', name: expect.any(String) }
  expect(await actsOf(soon)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'card_saved', by: office, at: expect.any(String) }),
      expect.objectContaining({ event: 'payment_held', by: office }),
    ]),
  )
  expect(await actsOf(paid)).toEqual(
    expect.arrayContaining([expect.objectContaining({ event: 'payment_charged', by: office })]),
  )
  const { body: told } = await customer.call('GET /api/notifications')
  expect(JSON.stringify(told)).toContain('$129.99 charged to your card')
  const own = await bookVisit(customer)
  await preAuthorize(customer, { jobId: own })
  expect(JSON.stringify(await actsOf(own))).not.toContain('"role":"admin"')
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

test("a client's amount is only compared, and other people’s visits do not exist", async () => {
  const jobId = await bookVisit(customer)
  for (const pay of [preAuthorize, processPayment]) {
    const tampered = await pay(customer, { jobId, cents: 1 })
    expect(tampered).toMatchObject({ status: 409, body: { details: { amount: '129.99' } } })
    const stranger = await app.as('customer')
    expect((await pay(stranger, { jobId })).status).toBe(404)
  }
  expect(await networkPayments()).toHaveLength(0)
})

test('a repeat with another amount answers 409 with the right one, in any payment state', async () => {
  const repeat = async (
    call: 'process' | 'pre-authorize',
    { key, jobId, sourceId, amount }: Record<'key' | 'jobId' | 'sourceId' | 'amount', string>,
  ) =>
    customer.call(`POST /api/payments/${call}`, {
      body: { jobId, sourceId, amount },
      headers: { 'idempotency-key': key },
    })
  for (const [call, dueAfterwards] of [
    ['process', '0.00'],
    ['pre-authorize', '129.99'],
  ] as const) {
    const jobId = await bookVisit(customer)
    const first = { key: `${call} 1`, jobId, sourceId: await tokenOf('ok'), amount: '129.99' }
    const answer = await repeat(call, first)
    expect(answer.status).toBe(200)
    const others = async (amount: string) => {
      for (const key of [first.key, 'another', 'and another'])
        expect(await repeat(call, { ...first, key, amount: '9999.99' })).toMatchObject({
          status: 409,
          body: { details: { amount } },
        })
    }
    await others(dueAfterwards)
    expect((await repeat(call, first)).body).toEqual(answer.body)
    await changeAndSettle(jobId, { status: 'completed' })
    await others('0.00')
    await changeAndSettle(jobId, { status: 'cancelled' })
    await others('0.00')
    expect((await repeat(call, first)).body).toEqual(answer.body)
  }
  expect(await networkPayments()).toHaveLength(2)
})

test('a different amount during the first attempt waits for it and is refused', async () => {
  const jobId = await bookVisit(customer)
  const sourceId = await tokenOf('ok')
  const [first, other] = await Promise.all([
    processPayment(customer, { jobId, sourceId }),
    processPayment(customer, { jobId, sourceId, cents: 999_999 }),
  ])
  expect(first.body.message).toBe('Payment of $129.99 processed successfully')
  expect(other.status).toBe(409)
  expect(await networkPayments()).toMatchObject([{ cents: 12_999 }])
})

test.each([
  ['declined', 'declined'],
  ['cvv', 'cvv'],
  ['expired', 'expired'],
  ['postal_code', 'postal_code'],
  ['insufficient_funds', 'insufficient_funds'],
] as const)('a card that is %s is reported, and a new one works', async (outcome, reason) => {
  const jobId = await bookVisit(customer)
  const refused = await preAuthorize(customer, { jobId, outcome })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', details: { reason } } })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'failed' })
  await sweepPayments()
  expect(await networkPayments()).toHaveLength(0)
  expect((await preAuthorize(customer, { jobId })).body).toMatchObject({ state: 'held' })
})

test('a token works once, and sandbox tokens have their outcomes', async () => {
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
    // Square does not distinguish an invented token from another application's.
    ['made up', testNetwork.network.form.provider === 'square' ? 'unusable' : 'token_used'],
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
  await changeAndSettle(jobId, { status: 'completed' })
  const another = await bookVisit(customer)
  const charged = await processPayment(customer, { jobId: another, outcome: 'timeout' })
  expect(charged.body).toMatchObject({ state: 'paid' })
  expect(await changeAndSettle(another, { status: 'cancelled' })).toMatchObject({
    state: 'refunded',
  })
  expect(await networkPayments()).toMatchObject([
    { status: 'completed', cents: 12_999, refunds: [] },
    { status: 'completed', cents: 12_999, refunds: [{ cents: 12_999 }] },
  ])
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: 0, revenue: -12_999 })
  expect(await ledgerOf(another)).toEqual({ cash: 0, receivable: 0, revenue: 0 })
})

test('uncharged visits are not counted as refunded: filter, count, file', async () => {
  const admin = await app.as('admin')
  const [unpaid, refunded] = [await bookVisit(customer), await bookVisit(customer)]
  await preAuthorize(customer, { jobId: unpaid })
  await processPayment(customer, { jobId: refunded })
  for (const jobId of [unpaid, refunded]) await changeAndSettle(jobId, { status: 'cancelled' })
  const listed = async (status: string) => {
    const query = { status }
    const list = await admin.call('GET /api/payments', { query })
    const { text } = await admin.call('GET /api/payments/export', { query })
    const ids = list.body.map(({ jobId }: { jobId: string }) => jobId)
    const [header, ...rows] = text.slice(1).trim().split('\r\n')
    expect(list.headers['x-total-count']).toBe(`${ids.length}`)
    expect(rows).toHaveLength(ids.length)
    for (const row of rows)
      expect(row.split(',')[header?.split(',').indexOf('Status') ?? -1]).toBe(status)
    return ids
  }
  expect(await listed('refunded')).toEqual([refunded])
  expect(await listed('not_charged')).toEqual([unpaid])
  expect(await listed('completed')).toEqual([])
})
