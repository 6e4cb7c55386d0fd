import { randomUUID } from 'node:crypto'
import { type DeclineReason, holdDays } from '#shared/rules/payments.ts'
import type { TokenCard } from '../../simulator/books.ts'
import { fileRefusal, refusal } from '../../simulator/payments.ts'
import { type CardOutcome, sandboxTokens } from '../../simulator/simulated-cards.ts'

/** A Square error, thrown by the functions below. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

type Money = { amount: number; currency: string }
type Refund = {
  id: string
  payment_id: string
  amount_money: Money
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  created_at: string
}
type Payment = {
  id: string
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED'
  amount_money: Money
  total_money: Money
  delayed_until?: string
  delay_action?: string
  location_id: string
  reference_id?: string
  customer_id?: string
  capabilities: string[]
  source_type: 'CARD'
  card_details: {
    status: string
    card: { card_brand: string; last_4: string }
    card_payment_timeline: { authorized_at: string; captured_at?: string }
  }
  refund_ids: string[]
  created_at: string
  version_token: string
}
type Card = { id: string; customer_id: string; reference_id?: string; enabled: boolean } & Source
type Source = {
  outcome: CardOutcome
  card_brand: string
  last_4: string
  exp_month?: number
  exp_year?: number
  fingerprint?: string
  /** From Apple Pay or Google Pay. */
  wallet?: boolean
}
type Customer = { id: string; given_name?: string; reference_id?: string }
type Dispute = {
  id: string
  state: string
  amount_money: Money
  due_at: string
  location_id: string
  disputed_payment: { payment_id: string }
}

const codes: Record<DeclineReason, string> = {
  declined: 'GENERIC_DECLINE',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  cvv: 'CVV_FAILURE',
  expired: 'INVALID_EXPIRATION',
  postal_code: 'ADDRESS_VERIFICATION_FAILURE',
  verification_required: 'CARD_DECLINED_VERIFICATION_REQUIRED',
  token_used: 'CARD_TOKEN_USED',
  unusable: 'CARD_NOT_SUPPORTED',
}
const decline = (reason: DeclineReason) => new Refused(402, codes[reason])
const dayMs = 86_400_000

type Announce = (type: string, kind: string, id: string, object: object) => void

/** A merchant's account at Square and its rules; ids are invented, amounts are cents of USD. */
export function squareRecords(
  { locationId, now }: { locationId: string; now: () => Date },
  announce: Announce,
) {
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const cards = new Map<string, Card>()
  const customers = new Map<string, Customer>()
  const disputes = new Map<string, Dispute>()
  const tokens = new Map<string, Source & { used: boolean }>()
  const outcomes = new Map<string, CardOutcome>()
  const lost = new Set<string>()

  const outcomeOf = (paymentId: string) => outcomes.get(paymentId) ?? 'ok'
  const save = (payment: Payment, type = 'payment.updated') => {
    payments.set(payment.id, payment)
    announce(type, 'payment', payment.id, { payment })
    return payment
  }
  const find = <T>(rows: Map<string, T>, id: string): T => {
    const row = rows.get(id)
    if (!row) throw new Refused(404, 'NOT_FOUND')
    return row
  }
  const at = () => now().getTime()
  const captured = () => ({ captured_at: now().toISOString() })

  /** Applies the passing of time: holds expire, slow refunds arrive or fail after a day. */
  const age = () => {
    for (const payment of payments.values())
      if (payment.status === 'APPROVED' && at() >= Date.parse(payment.delayed_until ?? ''))
        save({ ...payment, status: 'CANCELED' })
    for (const refund of refunds.values()) {
      const slow = outcomeOf(refund.payment_id).startsWith('refund_')
      if (refund.status !== 'PENDING' || at() < Date.parse(refund.created_at) + (slow ? dayMs : 0))
        continue
      const fails = outcomeOf(refund.payment_id) === 'refund_fails'
      const moved: Refund = { ...refund, status: fails ? 'FAILED' : 'COMPLETED' }
      refunds.set(refund.id, moved)
      announce('refund.updated', 'refund', refund.id, { refund: moved })
    }
  }

  const spend = (sourceId: string): Source => {
    const sandbox = sandboxTokens[sourceId]
    if (sandbox === 'used') throw decline('token_used')
    if (sandbox) return { outcome: sandbox, card_brand: 'VISA', last_4: '5858' }
    const token = tokens.get(sourceId)
    // Square answers the same for a nonce of another location or application.
    if (!token) throw new Refused(404, 'NOT_FOUND')
    if (token.used) throw decline('token_used')
    token.used = true
    return token
  }

  const sourceOf = (sourceId: string, customerId: string | undefined): Source => {
    if (!sourceId.startsWith('ccof:')) return spend(sourceId)
    const card = find(cards, sourceId)
    if (!card.enabled || card.customer_id !== customerId) throw new Refused(404, 'NOT_FOUND')
    return card
  }

  const leftToRefund = ({ id, status, total_money: { amount } }: Payment) => {
    const own = [...refunds.values()].filter((refund) => refund.payment_id === id)
    if (status !== 'COMPLETED' || own.some((refund) => refund.status === 'FAILED')) return 0
    if (own.length >= 20) return 0
    return own.reduce((left, refund) => left - refund.amount_money.amount, amount)
  }

  return {
    payments,
    refunds,
    cards,
    customers,
    disputes,
    age,
    /** Whether the card behind a payment loses the first answer of this call. */
    loses(paymentId: string, verb: string) {
      const name = `${verb} ${paymentId}`
      if (outcomeOf(paymentId) !== 'timeout' || lost.has(name)) return false
      lost.add(name)
      return true
    },
    mintToken({ outcome, brand, last4, expires, wallet }: TokenCard) {
      const token = `cnon:sq_${randomUUID()}`
      const card_brand = brand.toUpperCase().replaceAll(' ', '_')
      const fingerprint = `sq-1-${outcome}-${card_brand}-${last4}`
      const [exp_year, exp_month] = expires?.split('-').map(Number) ?? []
      tokens.set(token, {
        outcome,
        card_brand,
        last_4: last4,
        fingerprint,
        ...(exp_year && exp_month && { exp_year, exp_month }),
        ...(wallet && { wallet: true }),
        used: false,
      })
      return token
    },
    location: (id: string) => {
      if (id !== locationId) throw new Refused(404, 'NOT_FOUND')
      return { id, name: 'Test garage', status: 'ACTIVE', currency: 'USD' }
    },
    payment: (id: string) => find(payments, id),
    refund: (id: string) => find(refunds, id),
    card: (id: string) => find(cards, id),

    createCustomer(fields: Omit<Customer, 'id'>) {
      const customer = { ...fields, id: `CUST_${randomUUID()}` }
      customers.set(customer.id, customer)
      return customer
    },
    deleteCustomer(id: string) {
      find(customers, id)
      customers.delete(id)
      return {}
    },
    createCard(sourceId: string, fields: { customer_id: string; reference_id?: string }) {
      find(customers, fields.customer_id)
      if (tokens.get(sourceId)?.wallet) throw new Refused(400, 'INVALID_CARD_DATA')
      const source = spend(sourceId)
      const refused = fileRefusal(source.outcome)
      if (refused) throw decline(refused)
      const id = `ccof:sq_${randomUUID()}`
      const card = { id, ...source, ...fields, enabled: true }
      cards.set(id, card)
      return card
    },
    disableCard(id: string) {
      const card = { ...find(cards, id), enabled: false }
      cards.set(id, card)
      return card
    },
    createPayment(wanted: {
      source_id: string
      amount_money: Money
      autocomplete?: boolean
      location_id?: string
      customer_id?: string
      reference_id?: string
      customer_details?: { customer_initiated?: boolean }
    }) {
      if (wanted.location_id !== locationId) throw new Refused(400, 'INVALID_LOCATION')
      if ((wanted.reference_id?.length ?? 0) > 40) throw new Refused(400, 'VALUE_TOO_LONG')
      const source = sourceOf(wanted.source_id, wanted.customer_id)
      const capture = wanted.autocomplete ?? true
      const buyerPresent = wanted.customer_details?.customer_initiated ?? true
      const refused = refusal(source.outcome, { buyerPresent, capture })
      if (refused) throw decline(refused)
      const id = `PAY_${randomUUID()}`
      outcomes.set(id, source.outcome)
      const { amount_money, customer_id, reference_id } = wanted
      const payment: Payment = {
        id,
        status: capture ? 'COMPLETED' : 'APPROVED',
        amount_money,
        total_money: amount_money,
        ...(!capture && {
          delayed_until: new Date(at() + holdDays * dayMs).toISOString(),
          delay_action: 'CANCEL',
        }),
        location_id: locationId,
        ...(reference_id && { reference_id }),
        ...(customer_id && { customer_id }),
        capabilities: [
          'EDIT_AMOUNT_DOWN',
          ...(source.outcome === 'no_raise' ? [] : ['EDIT_AMOUNT_UP']),
        ],
        card_details: {
          status: capture ? 'CAPTURED' : 'AUTHORIZED',
          card: { card_brand: source.card_brand, last_4: source.last_4 },
          card_payment_timeline: { authorized_at: now().toISOString(), ...(capture && captured()) },
        },
        source_type: 'CARD',
        refund_ids: [],
        created_at: now().toISOString(),
        version_token: randomUUID(),
      }
      return save(payment, 'payment.created')
    },
    updatePayment(id: string, { amount_money }: { amount_money: Money }) {
      const payment = find(payments, id)
      if (payment.status !== 'APPROVED') throw new Refused(400, 'BAD_REQUEST')
      const way =
        amount_money.amount > payment.total_money.amount ? 'EDIT_AMOUNT_UP' : 'EDIT_AMOUNT_DOWN'
      if (!payment.capabilities.includes(way)) throw new Refused(400, 'BAD_REQUEST')
      return save({ ...payment, amount_money, total_money: amount_money })
    },
    /** Has no idempotency key: completing a completed payment is refused. */
    completePayment(id: string) {
      const payment = find(payments, id)
      if (payment.status !== 'APPROVED') throw new Refused(400, 'BAD_REQUEST')
      if (outcomeOf(id) === 'capture_declined') {
        save({ ...payment, status: 'FAILED' })
        throw decline('declined')
      }
      const card_payment_timeline = {
        ...payment.card_details.card_payment_timeline,
        ...captured(),
      }
      const card_details = { ...payment.card_details, status: 'CAPTURED', card_payment_timeline }
      return save({ ...payment, status: 'COMPLETED', card_details })
    },
    cancelPayment(id: string) {
      const payment = find(payments, id)
      if (payment.status !== 'APPROVED') throw new Refused(400, 'BAD_REQUEST')
      return save({ ...payment, status: 'CANCELED' })
    },
    createRefund({ payment_id, amount_money }: { payment_id: string; amount_money: Money }) {
      const payment = find(payments, payment_id)
      if (amount_money.amount > leftToRefund(payment))
        throw new Refused(400, 'REFUND_AMOUNT_INVALID')
      const id = `${payment_id}_${randomUUID()}`
      const created_at = now().toISOString()
      const refund: Refund = { id, payment_id, amount_money, status: 'PENDING', created_at }
      refunds.set(id, refund)
      payments.set(payment_id, { ...payment, refund_ids: [...payment.refund_ids, id] })
      announce('refund.created', 'refund', id, { refund })
      return refund
    },
    /** Opens or decides a chargeback and announces its newest state. */
    dispute(paymentId: string, cents: number, state = 'EVIDENCE_REQUIRED') {
      const known = [...disputes.values()].find(
        (row) => row.disputed_payment.payment_id === paymentId,
      )
      const dispute: Dispute = {
        id: known?.id ?? `DISPUTE_${randomUUID()}`,
        state,
        amount_money: { amount: cents, currency: 'USD' },
        due_at: new Date(at() + 14 * dayMs).toISOString(),
        location_id: locationId,
        disputed_payment: { payment_id: paymentId },
      }
      disputes.set(dispute.id, dispute)
      const type = known ? 'dispute.state.updated' : 'dispute.created'
      announce(type, 'dispute', dispute.id, { dispute })
      return dispute
    },
  }
}
export type SquareRecords = ReturnType<typeof squareRecords>
