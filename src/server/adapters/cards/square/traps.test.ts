import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#server/base/log.ts'
import { createSquare } from '../square.ts'
import type { CardNetwork } from '../port.ts'
import { startTestSquare, type TestSquare } from './test-square/server.ts'

// Each measured trap of the SDK, against the SDK itself and a loopback server.

let square: TestSquare
let network: CardNetwork
const logged: unknown[] = []

beforeEach(async () => {
  square = await startTestSquare()
  network = createSquare(square.account, { callMs: 400 })
  logged.length = 0
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...args: unknown[]) => void logged.push(args))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await square.close()
})

const token = () => square.records.mintToken({ outcome: 'ok', brand: 'Visa', last4: '1111' })
let keys = 0
const key = () => `key-${++keys}`
const hold = async (cents = 12_999, sourceToken = token()) => {
  const answer = await network.pay(payment(cents, sourceToken))
  if (answer.outcome !== 'ok') throw new Error(`No hold: ${JSON.stringify(answer)}`)
  return answer.value
}
const payment = (cents: number, sourceToken: string) => ({
  key: key(),
  attempt: 1,
  source: { token: sourceToken },
  cents,
  capture: false,
  buyerPresent: true,
  reference: 'FQ-1042',
})
const callsTo = (path: string) => square.calls.filter((call) => call.includes(path))

test('no environment → production URL: the sandbox is called at the sandbox', async () => {
  const called: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    called.push(input instanceof Request ? input.url : String(input))
    return Response.json({ errors: [{ code: 'UNAUTHORIZED' }] }, { status: 401 })
  })
  for (const environment of ['sandbox', 'production'] as const) {
    const live = createSquare({ ...square.account, environment, apiUrl: undefined })
    await live.readPayment('PAY_1')
  }
  expect(called).toEqual([
    'https://connect.squareupsandbox.com/v2/payments/PAY_1',
    'https://connect.squareup.com/v2/payments/PAY_1',
  ])
})

test.each([408, 429, 500, 502, 503, 504])(
  'retries 408/429/5xx twice, POST included: %i is one call and an unknown outcome',
  async (status) => {
    square.faults.push({ on: /POST \/v2\/payments$/, status })
    expect(await network.pay(payment(12_999, token()))).toMatchObject({ outcome: 'unknown' })
    expect(callsTo('/v2/payments')).toHaveLength(1)
  },
)

test.each([
  [undefined, 2_000],
  ['7', 7_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 2_000],
  ['soon', 2_000],
  ['100000', 600_000],
])('429 with Retry-After %s waits %i ms', async (retryAfter, retryAfterMs) => {
  square.faults.push({
    on: /payments$/,
    status: 429,
    code: 'RATE_LIMITED',
    ...(retryAfter && { retryAfter }),
  })
  expect(await network.pay(payment(100, token()))).toEqual({
    outcome: 'unknown',
    code: 'RATE_LIMITED',
    retryAfterMs,
  })
})

test.each([
  ['capture', 'completed'],
  ['release', 'canceled'],
] as const)(
  'a 504 after a successful %s, then "already COMPLETED": the payment is read and adopted',
  async (verb, status) => {
    const { id: paymentId } = await hold()
    square.faults.push({ on: /(complete|cancel)$/, after: 504, times: 1 })
    expect(await network[verb]({ paymentId })).toMatchObject({ outcome: 'ok', value: { status } })
    // Again, as after a crash: Square now refuses with 400, and the payment shows why.
    expect(await network[verb]({ paymentId })).toMatchObject({ outcome: 'ok', value: { status } })
  },
)

test('a 504 without success is no outcome: the hold is neither captured nor released', async () => {
  const { id: paymentId } = await hold()
  square.faults.push({ on: /complete$/, status: 504 })
  expect(await network.capture({ paymentId })).toMatchObject({ outcome: 'unknown' })
  square.faults.length = 0
  expect(await network.capture({ paymentId })).toMatchObject({ value: { status: 'completed' } })
})

test.each(['lose', 'cut', 'slow', 'garbage'] as const)(
  'time-outs are not SquareTimeoutError, and the limit ignores the body: %s is unknown, then the same key',
  async (how) => {
    const wanted = payment(12_999, token())
    square.faults.push({ on: /POST \/v2\/payments$/, how, times: 1 })
    expect(await network.pay(wanted)).toMatchObject({ outcome: 'unknown' })
    const again = await network.pay(wanted)
    expect(again).toMatchObject({ outcome: 'ok', value: { status: 'approved', cents: 12_999 } })
    expect(square.records.payments.size).toBe(1)
  },
)

test('an unreachable network is unknown', async () => {
  await square.close()
  expect(await network.pay(payment(12_999, token()))).toMatchObject({ outcome: 'unknown' })
  square = await startTestSquare()
})

test('amounts must be bigint: only inside the adapter, and no prototype is patched', async () => {
  expect(await hold(12_999)).toMatchObject({ cents: 12_999 })
  expect([...square.records.payments.values()][0]?.amount_money).toEqual({
    amount: 12_999,
    currency: 'USD',
  })
  expect('toJSON' in BigInt.prototype).toBe(false)
})

test('import costs seconds and 80 MB: no file loads the SDK before a call', async () => {
  const folder = import.meta.dirname
  for (const file of ['../square.ts', 'client.ts', 'payments.ts', 'refusals.ts', 'check.ts']) {
    const source = await readFile(join(folder, file), 'utf8')
    expect([file, source.match(/^import (?!type).*from 'square'/m)]).toEqual([file, null])
  }
})

test('SquareError.message holds the whole body: only codes are logged', async () => {
  const secret = 'cnon:card-nonce-declined'
  expect(await network.pay(payment(12_999, secret))).toEqual({
    outcome: 'declined',
    reason: 'declined',
  })
  square.faults.push({ on: /payments$/, status: 503 })
  await network.pay(payment(12_999, secret))
  const words = JSON.stringify(logged)
  expect(words).toContain('GENERIC_DECLINE')
  expect(words).not.toMatch(/4111|test-access-token|cnon:|detail/)
})

test('WebhooksHelper compares with ===: our own HMAC over address and raw body', async () => {
  await hold()
  const [event] = square.sent
  if (!event) throw new Error('Nothing was sent')
  expect(await network.readEvent(event.body, event.headers)).toMatchObject({
    type: 'payment.created',
    paymentId: [...square.records.payments.keys()][0],
  })
  const name = Object.keys(event.headers)[0] ?? ''
  const other = createSquare({ ...square.account, signatureKey: 'another' })
  const elsewhere = createSquare({ ...square.account, webhookUrl: 'https://evil.example/' })
  for (const [who, body, headers] of [
    [network, `${event.body} `, event.headers],
    [network, event.body, {}],
    [network, event.body, { [name]: ['x', 'y'] }],
    [network, event.body, { [name]: '' }],
    [other, event.body, event.headers],
    [elsewhere, event.body, event.headers],
  ] as const)
    expect(await who.readEvent(body, headers)).toBe(null)
})

test('unknown fields and values of a later version are ignored', async () => {
  square.settings.unknownFields = true
  expect(await hold()).toMatchObject({
    status: 'approved',
    canRaise: true,
    card: { brand: 'Card', last4: '1111' },
  })
})

test('a key reused for another request is not a decline', async () => {
  const wanted = payment(12_999, token())
  await network.pay(wanted)
  expect(await network.pay({ ...wanted, cents: 13_000 })).toMatchObject({
    outcome: 'unknown',
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
})

test('operator mistakes decline no card', async () => {
  const { id: paymentId } = await hold()
  const locked = createSquare({ ...square.account, accessToken: 'revoked' })
  for (const answer of [
    await locked.pay(payment(12_999, token())),
    await locked.capture({ paymentId }),
    await locked.readPayment(paymentId),
  ])
    expect(answer).toMatchObject({ outcome: 'unknown', code: 'UNAUTHORIZED' })
  const elsewhere = await network.capture({ paymentId: 'PAY_of_another_account' })
  expect(elsewhere).toMatchObject({ outcome: 'unknown', code: 'NOT_FOUND' })
})

test('tokens of another location or application are refused', async () => {
  expect(await network.pay(payment(12_999, 'cnon:of-another-application'))).toEqual({
    outcome: 'declined',
    reason: 'unusable',
  })
  const other = createSquare({ ...square.account, locationId: 'LOTHER' })
  expect(await other.pay(payment(12_999, token()))).toEqual({
    outcome: 'declined',
    reason: 'unusable',
  })
})

test('a card is saved once and a customer created once, whatever answers get lost', async () => {
  const customer = { id: 'c1', name: 'Ada', email: 'ada@example.com' }
  for (const on of [/POST .*customers$/, /POST .*cards$/])
    square.faults.push({ on, how: 'lose', times: 1 })
  const wanted = { key: key(), token: token(), customer }
  expect(await network.saveCard({ ...wanted, attempt: 1 })).toMatchObject({ outcome: 'unknown' })
  expect(await network.saveCard({ ...wanted, attempt: 2 })).toMatchObject({ outcome: 'unknown' })
  const renamed = { ...customer, name: 'Ada Lovelace' }
  const saved = await network.saveCard({ ...wanted, customer: renamed, attempt: 3 })
  expect(saved).toMatchObject({ outcome: 'ok', value: { brand: 'Visa', last4: '1111' } })
  const again = await network.saveCard({ key: key(), token: token(), customer, attempt: 1 })
  expect(again).toMatchObject({ outcome: 'ok' })
  expect([square.records.cards.size, square.records.customers.size]).toEqual([2, 1])
})

test('a pending refund is waited for, and an impossible one is refused', async () => {
  const { id: paymentId } = await hold()
  await network.capture({ paymentId })
  const refund = { attempt: 1, paymentId, cents: 100, reason: 'x'.repeat(500) }
  square.faults.push({ on: /refunds$/, status: 400, code: 'REFUND_ALREADY_PENDING', times: 1 })
  expect(await network.refund({ ...refund, key: key() })).toMatchObject({ outcome: 'unknown' })
  expect(await network.refund({ ...refund, key: key(), cents: 99_999 })).toMatchObject({
    outcome: 'declined',
  })
})

test('the check explains in words what is wrong with the account', async () => {
  expect(await network.check?.()).toMatchObject({ state: 'ok' })
  const check = (change: object) => createSquare({ ...square.account, ...change }).check?.()
  expect(await check({ accessToken: 'revoked' })).toMatchObject({ state: 'refused' })
  expect(await check({ locationId: 'LOTHER' })).toMatchObject({ state: 'refused' })
  square.faults.push({ on: /locations/, how: 'slow' })
  expect(await network.check?.()).toMatchObject({ state: 'unreachable' })
})

test('simulator holds from before Square was connected no longer count', async () => {
  expect(await network.release({ paymentId: 'sim_pay_1' })).toMatchObject({
    value: { status: 'canceled' },
  })
  expect(await network.readPayment('sim_pay_1')).toMatchObject({ outcome: 'declined' })
  expect(square.calls).toEqual([])
})
