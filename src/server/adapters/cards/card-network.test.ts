import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CardDisputes, CardMovement, CardNetwork, CardPayment } from './port.ts'
import { createSimulator } from './simulator.ts'
import { memoryBank } from './simulator/test-bank.ts'
import type { CardOutcome } from './simulator/simulated-cards.ts'
import { createSquare } from './square.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { startTestSquare } from './square/test-square/server.ts'

// The contract of every card network, run against each implementation.

let time = Date.UTC(2026, 5, 1)
const now = () => new Date(time)
type Subject = {
  network: CardNetwork
  token: (outcome: CardOutcome, wallet?: Wallet) => Promise<string>
  dispute: (paymentId: string, cents: number, state: keyof typeof squareStates) => Promise<void>
}

const simulated = (): Subject => {
  const simulator = createSimulator({
    bank: memoryBank().bank,
    now,
    webhookKey: async () => Buffer.from('key'),
  })
  const token = (outcome: CardOutcome, wallet?: Wallet) =>
    simulator.mintToken({ outcome, brand: 'Visa', last4: '1111', wallet })
  return {
    network: simulator,
    token,
    dispute: (paymentId, cents, state) =>
      simulator.disputePayment(paymentId, { id: `dispute of ${paymentId}`, cents, state }),
  }
}

let square: Awaited<ReturnType<typeof startTestSquare>>
beforeAll(async () => {
  square = await startTestSquare({ now })
})
afterAll(() => square.close())
const ofSquare = (): Subject => ({
  network: createSquare(square.account),
  token: async (outcome, wallet) =>
    square.records.mintToken({ outcome, brand: 'Visa', last4: '1111', wallet }),
  dispute: async (paymentId, cents, state) => {
    square.records.dispute(paymentId, cents, squareStates[state])
  },
})
const squareStates = { inquiry: 'INQUIRY_PROCESSING', open: 'PROCESSING', lost: 'ACCEPTED' }

let keys = 0

describe.each([
  ['simulator', simulated],
  ['square', ofSquare],
] as const)('%s', (_name, make) => {
  let subject: Subject
  beforeEach(() => {
    subject = make()
  })

  const pay = async (outcome: CardOutcome, more: { cents?: number; capture?: boolean } = {}) =>
    subject.network.pay({
      key: `key-${++keys}`,
      attempt: 1,
      source: { token: await subject.token(outcome) },
      cents: more.cents ?? 12_999,
      capture: more.capture ?? false,
      buyerPresent: true,
      reference: 'FQ-1042',
    })
  const held = async (outcome: CardOutcome = 'ok'): Promise<CardPayment> => {
    const answer = await pay(outcome)
    if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const change = (paymentId: string, cents: number) =>
    subject.network.changeAmount({ key: `key-${++keys}`, attempt: 1, paymentId, cents })

  test('a hold lasts seven days, can be changed and captured, and names its card', async () => {
    const hold = await held()
    expect(hold).toMatchObject({
      status: 'approved',
      cents: 12_999,
      canRaise: true,
      card: { brand: 'Visa', last4: '1111' },
      refunds: [],
    })
    expect(hold.expiresAt?.getTime()).toBe(time + 7 * 86_400_000)
    expect(await change(hold.id, 14_000)).toMatchObject({ value: { cents: 14_000 } })
    expect(await subject.network.capture({ paymentId: hold.id })).toMatchObject({
      value: { status: 'completed', cents: 14_000, expiresAt: null },
    })
  })

  test('a hold that cannot be raised stays unchanged without an error', async () => {
    const hold = await held('no_raise')
    expect(hold.canRaise).toBe(false)
    expect(await change(hold.id, 14_000)).toMatchObject({
      outcome: 'ok',
      value: { cents: 12_999, status: 'approved' },
    })
    expect(await change(hold.id, 12_000)).toMatchObject({ value: { cents: 12_000 } })
  })

  test.each(['declined', 'insufficient_funds', 'cvv', 'expired', 'postal_code'] as const)(
    'a card that is %s is refused with its reason',
    async (outcome) => {
      expect(await pay(outcome)).toEqual({ outcome: 'declined', reason: outcome })
    },
  )

  test('a token works once, and the same key returns the same payment', async () => {
    const token = await subject.token('ok')
    const call = (key: string) =>
      subject.network.pay({
        key,
        attempt: 1,
        source: { token },
        cents: 500,
        capture: true,
        buyerPresent: true,
        reference: 'FQ-1',
      })
    const [first, second] = [`key-${++keys}`, `key-${++keys}`]
    const paid = await call(first)
    expect(await call(first)).toEqual(paid)
    expect(await call(second)).toEqual({ outcome: 'declined', reason: 'token_used' })
  })

  test('a release is final, and releasing again returns the same answer', async () => {
    const { id: paymentId } = await held()
    for (let n = 0; n < 2; n++)
      expect(await subject.network.release({ paymentId })).toMatchObject({
        value: { status: 'canceled' },
      })
    expect(await subject.network.capture({ paymentId })).toMatchObject({
      value: { status: 'canceled' },
    })
  })

  test('a hold expires by itself', async () => {
    const { id } = await held()
    time += 7 * 86_400_000
    expect(await subject.network.readPayment(id)).toMatchObject({ value: { status: 'canceled' } })
  })

  test('a declined capture leaves nothing held', async () => {
    const { id: paymentId } = await held('capture_declined')
    expect(await subject.network.capture({ paymentId })).toMatchObject({
      outcome: 'ok',
      value: { status: 'failed' },
    })
  })

  test('a lost answer is recovered', async () => {
    const call = {
      key: `key-${++keys}`,
      attempt: 1,
      source: { token: await subject.token('timeout') },
      cents: 700,
      capture: false,
      buyerPresent: true,
      reference: 'FQ-1',
    }
    expect(await subject.network.pay(call)).toMatchObject({ outcome: 'unknown' })
    const paid = await subject.network.pay(call)
    if (paid.outcome !== 'ok') throw new Error('Not found again')
    const paymentId = paid.value.id
    // Either the answer is lost, or reading the payment shows that the capture worked.
    await subject.network.capture({ paymentId })
    expect(await subject.network.capture({ paymentId })).toMatchObject({
      value: { status: 'completed' },
    })
  })

  test('refunds: up to the captured amount, each once, read back with the payment', async () => {
    const { id: paymentId } = await held()
    await subject.network.capture({ paymentId })
    const refund = (key: string, cents: number) =>
      subject.network.refund({ key, attempt: 1, paymentId, cents, reason: 'Goodwill' })
    const key = `key-${++keys}`
    const made = await refund(key, 3000)
    expect(made).toMatchObject({ outcome: 'ok', value: { cents: 3000 } })
    expect(await refund(key, 3000)).toMatchObject({ outcome: 'ok', value: { cents: 3000 } })
    expect(await refund(`key-${++keys}`, 10_000)).toEqual({
      outcome: 'declined',
      reason: 'unusable',
    })
    expect(await subject.network.readPayment(paymentId)).toMatchObject({
      value: { refunds: [{ cents: 3000, status: 'completed' }] },
    })
  })

  test('a failed refund reports it after a day and blocks further refunds', async () => {
    const { id: paymentId } = await held('refund_fails')
    await subject.network.capture({ paymentId })
    const call = { attempt: 1, paymentId, cents: 3000, reason: 'Goodwill' }
    const refund = await subject.network.refund({ ...call, key: `key-${++keys}` })
    expect(refund).toMatchObject({ value: { status: 'pending' } })
    time += 86_400_000
    expect(await subject.network.readPayment(paymentId)).toMatchObject({
      value: { refunds: [{ status: 'failed' }] },
    })
    const other = await subject.network.refund({ ...call, key: `key-${++keys}`, cents: 1 })
    expect(other).toMatchObject({ outcome: 'declined' })
  })

  test('a stored card is charged without its owner unless the bank wants them', async () => {
    const charge = async (outcome: CardOutcome, buyerPresent: boolean) => {
      const customer = { id: `customer-${++keys}`, name: 'Ada Lovelace', email: null }
      const token = await subject.token(outcome)
      const card = await subject.network.saveCard({
        key: `key-${++keys}`,
        attempt: 1,
        token,
        customer,
      })
      if (card.outcome !== 'ok') throw new Error('Not saved')
      expect(card.value).toMatchObject({ brand: 'Visa', last4: '1111' })
      return subject.network.pay({
        key: `key-${++keys}`,
        attempt: 1,
        source: card.value,
        cents: 1000,
        capture: true,
        buyerPresent,
        reference: 'FQ-2',
      })
    }
    expect(await charge('ok', false)).toMatchObject({ value: { status: 'completed' } })
    expect(await charge('verification', false)).toEqual({
      outcome: 'declined',
      reason: 'verification_required',
    })
    expect(await charge('verification', true)).toMatchObject({ value: { status: 'completed' } })
  })

  test('a removed card pays nothing, and removing it again is harmless', async () => {
    const card = await subject.network.saveCard({
      key: `key-${++keys}`,
      attempt: 1,
      token: await subject.token('ok'),
      customer: { id: `customer-${++keys}`, name: 'Ada Lovelace', email: null },
    })
    if (card.outcome !== 'ok') throw new Error('Not saved')
    const { cardId, customerId } = card.value
    for (let n = 0; n < 2; n++)
      expect(await subject.network.deleteCard({ cardId, customerId })).toEqual({
        outcome: 'ok',
        value: null,
      })
    const paid = await subject.network.pay({
      key: `key-${++keys}`,
      attempt: 1,
      source: { cardId, customerId },
      cents: 1000,
      capture: true,
      buyerPresent: false,
      reference: 'FQ-2',
    })
    expect(paid.outcome).toBe('declined')
  })

  test('a wallet token pays once and is never stored', async () => {
    const token = await subject.token('ok', 'apple_pay')
    const customer = { id: `customer-${++keys}`, name: 'Ada Lovelace', email: null }
    const saved = await subject.network.saveCard({
      key: `key-${++keys}`,
      attempt: 1,
      token: await subject.token('ok', 'google_pay'),
      customer,
    })
    expect(saved).toEqual({ outcome: 'declined', reason: 'unusable' })
    const call = (key: string) =>
      subject.network.pay({
        key,
        attempt: 1,
        source: { token },
        cents: 12_999,
        capture: false,
        buyerPresent: true,
        reference: 'FQ-3',
      })
    expect(await call(`key-${++keys}`)).toMatchObject({
      outcome: 'ok',
      value: { status: 'approved', card: { brand: 'Visa', last4: '1111' } },
    })
    expect(await call(`key-${++keys}`)).toEqual({ outcome: 'declined', reason: 'token_used' })
  })

  test('disputes are listed in their newest state, in pages', async () => {
    await subject.dispute('payment 0', 500, 'open')
    for (let n = 0; n < 130; n++) await subject.dispute(`payment ${n}`, 500 + n, 'inquiry')
    await subject.dispute('payment 7', 507, 'lost')
    const found: CardDisputes['disputes'][number][] = []
    let cursor: string | undefined
    do {
      const page = await subject.network.listDisputes({ cursor })
      if (page.outcome !== 'ok') throw new Error(page.outcome)
      found.push(...page.value.disputes)
      cursor = page.value.next ?? undefined
    } while (cursor)
    expect(found).toHaveLength(130)
    const of = (paymentId: string) => found.filter((one) => one.paymentId === paymentId)
    expect(of('payment 7')).toMatchObject([{ cents: 507, state: 'lost' }])
    expect(of('payment 129')).toMatchObject([{ cents: 629, state: 'inquiry' }])
  })

  test('the list of a day: captures by capture time, refunds by refund time, in pages', async () => {
    time += 10 * 86_400_000
    const [from, to] = [new Date(time), new Date(time + 86_400_000)]
    time -= 86_400_000
    const { id: paymentId } = await held()
    time = from.getTime()
    await subject.network.capture({ paymentId })
    for (let n = 0; n < 120; n++) await pay('ok', { cents: 100 + n, capture: true })
    const call = { key: `key-${++keys}`, attempt: 1, paymentId, cents: 300, reason: 'x' }
    await subject.network.refund(call)
    await held()
    time = to.getTime()
    await pay('ok', { cents: 1, capture: true })
    const found: CardMovement[] = []
    let cursor: string | undefined
    do {
      const page = await subject.network.listMovements({ from, to, cursor })
      if (page.outcome !== 'ok') throw new Error(page.outcome)
      found.push(...page.value.movements)
      cursor = page.value.next ?? undefined
    } while (cursor)
    expect(found).toHaveLength(122)
    expect(new Set(found.map(({ id }) => id)).size).toBe(122)
    expect(found.find(({ id }) => id === paymentId)).toMatchObject({
      kind: 'captured',
      cents: 12_999,
      at: from,
      reference: 'FQ-1042',
    })
    expect(found.filter(({ kind }) => kind === 'refunded')).toMatchObject([
      { paymentId, cents: 300, status: 'completed', at: from },
    ])
  })
})
