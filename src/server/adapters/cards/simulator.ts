import { randomUUID } from 'node:crypto'
import { callProvider } from '../provider-call.ts'
import { declined, ok } from './answers.ts'
import type {
  Answer,
  CardDispute,
  CardNetwork,
  CardPayment,
  CardRefund,
  CardSource,
  SavedCard,
  SimulatorBank,
} from './port.ts'
import { type BookedPayment, type Books, openBooks, type TokenCard } from './simulator/books.ts'
import {
  aged,
  fileRefusal,
  leftToRefund,
  lost,
  newPayment,
  newRefund,
  refusal,
  shown,
} from './simulator/payments.ts'
import { listMovements, movementId, pageSize } from './simulator/movements.ts'
import { isSigned, signatureHeader } from './simulator/signature.ts'
import { type CardOutcome, sandboxTokens } from './simulator/simulated-cards.ts'

type SimulatorOptions = {
  bank: SimulatorBank
  now: () => Date
  /** Signs and checks webhooks. */
  webhookKey: () => Promise<Buffer>
}

export type Simulator = CardNetwork & {
  /** A one-time token for a card shown to the form. Card numbers never get here. */
  mintToken(card: TokenCard): Promise<string>
  /** A refund made in the network's own dashboard. */
  refundInDashboard(paymentId: string, cents: number): Promise<Answer<CardRefund>>
  /** Opens or decides a chargeback. */
  disputePayment(paymentId: string, dispute: CardDispute): Promise<void>
}

/** A card network without money: the same port as a real one, outcomes by test card, records in `bank`. */
export function createSimulator({ bank, now, webhookKey }: SimulatorOptions): Simulator {
  const alone = <T>(name: string, act: (books: Books) => Promise<T>) =>
    callProvider('cards', () => bank.alone(name, (books) => act(openBooks(books, webhookKey))))

  /** Runs `act` once per key; the `timeout` card loses the first answer. */
  const once = <T>(
    key: string,
    act: (books: Books) => Promise<{ answer: Answer<T>; outcome?: CardOutcome }>,
  ) =>
    alone(key, async (books) => {
      const known = await books.get('answer', key)
      if (known) return known as Answer<T>
      const { answer, outcome } = await act(books)
      await books.put('answer', key, answer)
      return outcome === 'timeout' ? lost : answer
    })

  /** Changes one payment without an idempotency key, like capture and release at the real network. */
  const onPayment = (
    paymentId: string,
    verb: string,
    act: (payment: BookedPayment) => BookedPayment,
  ): Promise<Answer<CardPayment>> =>
    alone(paymentId, async (books) => {
      const before = await loadPayment(books, paymentId, now())
      if (!before) return declined('unusable')
      const after = act(before)
      if (after === before) return ok(shown(before))
      const loses = after.outcome === 'timeout' && !after.lost.includes(verb)
      const stored = loses ? { ...after, lost: [...after.lost, verb] } : after
      await savePayment(books, stored)
      if (verb === 'capture' && stored.status === 'completed')
        await recordMovement(books, paymentId, null, now())
      return loses ? lost : ok(shown(stored))
    })

  return {
    form: {
      provider: 'simulator',
      applicationId: 'simulator',
      environment: 'sandbox',
      locationId: 'simulator',
      scriptUrl: '/simulator/card.js',
    },

    mintToken: (card) =>
      alone('tokens', async (books) => {
        const token = `cnon:sim_${randomUUID()}`
        await books.put('token', token, { ...card, usedBy: null })
        return token
      }),

    saveCard: ({ key, token, customer }) =>
      once<SavedCard>(key, async (books) => {
        const card = await spendToken(books, token, key)
        if (!card) return { answer: declined('token_used') }
        const refused = card.wallet ? 'unusable' : fileRefusal(card.outcome)
        if (refused) return { answer: declined(refused) }
        const { outcome, brand, last4, expires } = card
        const customerId = `sim_cust_${customer.id}`
        const cardId = `ccof:sim_${randomUUID()}`
        await books.put('card', cardId, { outcome, brand, last4, customerId })
        const fingerprint = `sim_print_${outcome}_${brand}_${last4}`
        const saved = { cardId, customerId, brand, last4, ...(expires && { expires }), fingerprint }
        return { answer: ok(saved), outcome }
      }),

    pay: async ({ key, source, cents, capture, buyerPresent, reference }) => {
      const answer = await once<CardPayment>(key, async (books) => {
        const card = await cardOf(books, source, key)
        if (!card) return { answer: declined('token_used') }
        const refused = refusal(card.outcome, { buyerPresent, capture })
        if (refused) return { answer: declined(refused) }
        const payment = newPayment(card, cents, capture, reference, now())
        await savePayment(books, payment)
        if (capture) await recordMovement(books, payment.id, null, now())
        return { answer: ok(shown(payment)), outcome: card.outcome }
      })
      return answer.outcome === 'ok' ? ok(revived(answer.value)) : answer
    },

    changeAmount: ({ paymentId, cents }) =>
      onPayment(paymentId, 'change', (payment) => {
        const allowed = cents < payment.cents || payment.outcome !== 'no_raise'
        if (payment.status !== 'approved' || !allowed || cents === payment.cents) return payment
        return { ...payment, cents }
      }),

    capture: ({ paymentId }) =>
      onPayment(paymentId, 'capture', (payment) => {
        if (payment.status !== 'approved') return payment
        const works = payment.outcome !== 'capture_declined'
        return { ...payment, status: works ? 'completed' : 'failed' }
      }),

    release: ({ paymentId }) =>
      onPayment(paymentId, 'release', (payment) =>
        payment.status === 'approved' ? { ...payment, status: 'canceled' } : payment,
      ),

    refund: ({ key, paymentId, cents }) =>
      once<CardRefund>(key, async (books) => {
        const answer = await refundIn(books, paymentId, cents, now())
        return { answer, outcome: (await books.get('payment', paymentId))?.outcome }
      }),

    refundInDashboard: (paymentId, cents) =>
      alone(paymentId, (books) => refundIn(books, paymentId, cents, now())),

    disputePayment: (paymentId, dispute) =>
      alone(paymentId, async (books) => {
        await books.put('dispute', dispute.id, { ...dispute, paymentId })
        await books.announce('dispute.state.updated', paymentId, dispute)
      }),

    deleteCard: ({ cardId }) =>
      alone(cardId, async (books) => {
        const card = await books.get('card', cardId)
        if (card) await books.put('card', cardId, { ...card, forgotten: true })
        return ok(null)
      }),

    readPayment: (paymentId) =>
      alone(paymentId, async (books) => {
        const payment = await loadPayment(books, paymentId, now())
        return payment ? ok(shown(payment)) : declined('unusable')
      }),

    listMovements: (call) =>
      alone('movements', async (books) => ok(await listMovements(books, call, now()))),

    listDisputes: ({ cursor = '' }) =>
      alone('disputes', async (books) => {
        const range = { after: cursor, limit: pageSize }
        const found = await books.list('dispute', range)
        const next = found.length === pageSize ? (found.at(-1)?.id ?? null) : null
        return ok({ disputes: found.map(({ record }) => record), next })
      }),

    async readEvent(rawBody, headers) {
      if (!isSigned(await webhookKey(), rawBody, headers[signatureHeader])) return null
      const event = JSON.parse(rawBody) as {
        event_id: string
        type: string
        data: { payment_id: string | null; dispute?: CardDispute }
      }
      const { payment_id: paymentId, dispute } = event.data
      return { id: event.event_id, type: event.type, paymentId, ...(dispute && { dispute }) }
    },
  }
}

async function loadPayment(
  books: Books,
  id: string,
  now: Date,
): Promise<BookedPayment | undefined> {
  const payment = await books.get('payment', id)
  return payment && aged(payment, now)
}

async function savePayment(books: Books, payment: BookedPayment): Promise<void> {
  await books.put('payment', payment.id, payment)
  await books.announce('payment.updated', payment.id)
}

async function recordMovement(
  books: Books,
  paymentId: string,
  refundId: string | null,
  at: Date,
): Promise<void> {
  await books.put('movement', movementId(at, refundId ?? paymentId), { paymentId, refundId })
}

async function refundIn(
  books: Books,
  paymentId: string,
  cents: number,
  now: Date,
): Promise<Answer<CardRefund>> {
  const payment = await loadPayment(books, paymentId, now)
  if (!payment || cents > leftToRefund(payment)) return declined('unusable')
  const refund = newRefund(payment, cents, now)
  await books.put('payment', paymentId, { ...payment, refunds: [...payment.refunds, refund] })
  await recordMovement(books, paymentId, refund.id, now)
  await books.announce('refund.created', paymentId)
  const { id, status } = refund
  return ok({ id, cents, status })
}

async function cardOf(
  books: Books,
  source: CardSource,
  key: string,
): Promise<TokenCard | undefined> {
  if ('token' in source) return spendToken(books, source.token, key)
  const card = await books.get('card', source.cardId)
  return card?.forgotten ? undefined : card
}

/** The card behind a one-time token, for the first call that uses it; sandbox tokens are reusable. */
async function spendToken(
  books: Books,
  token: string,
  key: string,
): Promise<TokenCard | undefined> {
  const sandbox = sandboxTokens[token]
  if (sandbox) return sandbox === 'used' ? undefined : sandboxCard(sandbox)
  const known = await books.get('token', token)
  if (!known || known.usedBy) return undefined
  await books.put('token', token, { ...known, usedBy: key })
  return known
}

// Stored answers are JSON, so their instant is text.
const revived = (payment: CardPayment): CardPayment => ({
  ...payment,
  expiresAt: payment.expiresAt && new Date(payment.expiresAt),
})

const sandboxCard = (outcome: CardOutcome) => ({ outcome, brand: 'Visa', last4: '5858' })
