import { createHash } from 'node:crypto'
import type { Square, SquareClient } from 'square'
import { declined, ok, unknown } from './answers.ts'
import type { Answer, CardNetwork, CardPayment, CardRefund, SavedCard } from './port.ts'
import { checkSquare } from './square/check.ts'
import { type ClientOptions, type SquareAccount, squareClient } from './square/client.ts'
import { listSquareMovements } from './square/movements.ts'
import { brandOf, moneyOf, paymentOf, refundOf } from './square/payments.ts'
import { listSquareDisputes } from './square/disputes.ts'
import { answerOf, failureOf, isUnknown } from './square/refusals.ts'
import { scriptUrlOf } from './square/script-url.ts'
import { readSquareEvent, signatureHeader } from './square/webhooks.ts'

/** Square's limit for a refund reason. */
const longestReason = 192

/** The Square card network through its official SDK. Nothing is loaded before the first call. */
export function createSquare(account: SquareAccount, options: ClientOptions = {}): CardNetwork {
  const { applicationId, environment, locationId } = account
  const client = squareClient(account, options)

  /** Answers with what `read` finds in a successful response, or with the reason it failed. */
  const ask = async <T, R>(
    verb: string,
    call: (square: SquareClient) => PromiseLike<T>,
    read: (response: T) => R | undefined,
  ): Promise<Answer<R>> => {
    const square = await client()
    try {
      const found = read(await call(square))
      // A success with a cut-off body or PENDING: the outcome is unknown.
      return found === undefined ? unknown('NO_RESULT') : ok(found)
    } catch (error) {
      return answerOf(verb, failureOf(error))
    }
  }

  const readPayment = async (paymentId: string): Promise<Answer<CardPayment>> => {
    if (isSimulated(paymentId)) return declined('unusable')
    const read = await ask(
      'readPayment',
      (square) => square.payments.get({ paymentId }),
      ({ payment }) => payment,
    )
    if (read.outcome !== 'ok') return stillThere(read)
    const refunds: CardRefund[] = []
    for (const refundId of read.value.refundIds ?? []) {
      const refund = await ask(
        'readRefund',
        (square) => square.refunds.get({ refundId }),
        (response) => refundOf(response.refund),
      )
      if (refund.outcome !== 'ok') return refund
      refunds.push(refund.value)
    }
    const payment = paymentOf(read.value, refunds)
    return payment ? ok(payment) : unknown('NO_RESULT')
  }

  /**
   * Changes an existing payment. After any response but a success, reads the payment to see whether an earlier try worked:
   * `isDone` tests its current state.
   */
  const onPayment = async (
    verb: string,
    paymentId: string,
    call: (square: SquareClient) => PromiseLike<{ payment?: Square.Payment }>,
    isDone: (payment: CardPayment) => boolean,
  ): Promise<Answer<CardPayment>> => {
    const square = await client()
    try {
      const payment = paymentOf((await call(square)).payment)
      if (payment) return ok(payment)
    } catch (error) {
      const failure = failureOf(error)
      const refused = answerOf(verb, failure)
      const now = await readPayment(paymentId)
      if (now.outcome !== 'ok') return now
      return isUnknown(failure) && !isDone(now.value) ? refused : now
    }
    const now = await readPayment(paymentId)
    return now.outcome === 'ok' && !isDone(now.value) ? unknown('NO_RESULT') : now
  }

  /** Removes something; a missing one counts as removed. */
  const gone = async (
    verb: string,
    call: (square: SquareClient) => PromiseLike<unknown>,
  ): Promise<Answer<null>> => {
    const square = await client()
    try {
      await call(square)
      return ok(null)
    } catch (error) {
      const failure = failureOf(error)
      return failure.status === 404 ? ok(null) : answerOf(verb, failure)
    }
  }

  /** Square's id for our customer: stored earlier or created now. */
  const customerOf = async (
    key: string,
    { id, name, email }: { id: string; name: string; email: string | null },
  ): Promise<Answer<string>> => {
    const known = await ask(
      'findCustomer',
      (square) =>
        square.customers.search({ query: { filter: { referenceId: { exact: id } } }, limit: 1n }),
      (response) => response.customers ?? [],
    )
    if (known.outcome !== 'ok') return known
    if (known.value[0]?.id) return ok(known.value[0].id)
    const wanted = {
      givenName: name || 'Customer',
      referenceId: id,
      ...(email && { emailAddress: email }),
    }
    // The key includes the content, so a customer renamed in between does not reuse a key.
    const idempotencyKey = shortHash(`${key} ${JSON.stringify(wanted)}`)
    return ask(
      'makeCustomer',
      (square) => square.customers.create({ idempotencyKey, ...wanted }),
      (response) => response.customer?.id,
    )
  }

  return {
    form: {
      provider: 'square',
      applicationId,
      environment,
      locationId,
      scriptUrl: scriptUrlOf(account),
    },

    webhookUrl: account.webhookUrl,

    check: async () => checkSquare(await client(), account),

    async saveCard({ key, attempt, token, customer }) {
      const referenceId = key
      if (attempt > 1) {
        // An earlier try may have worked with another customer than the one found now.
        const saved = await ask(
          'findCard',
          (square) => square.cards.list({ referenceId }),
          ({ data }) => data,
        )
        const card = saved.outcome === 'ok' ? savedCard(saved.value[0]) : undefined
        if (card) return ok(card)
      }
      const owner = await customerOf(key, customer)
      if (owner.outcome !== 'ok') return owner
      const card = { customerId: owner.value, referenceId }
      return ask(
        'saveCard',
        (square) => square.cards.create({ idempotencyKey: key, sourceId: token, card }),
        (response) => savedCard(response.card),
      )
    },

    pay: ({ key, source, cents, capture, buyerPresent, reference }) =>
      ask(
        'pay',
        (square) =>
          square.payments.create({
            idempotencyKey: key,
            ...('token' in source
              ? { sourceId: source.token }
              : { sourceId: source.cardId, customerId: source.customerId }),
            amountMoney: moneyOf(cents),
            autocomplete: capture,
            ...(!capture && { delayDuration: 'P7D', delayAction: 'CANCEL' }),
            locationId,
            referenceId: reference,
            customerDetails: { customerInitiated: buyerPresent, sellerKeyedIn: false },
          }),
        ({ payment }) => paymentOf(payment),
      ).then(declinedIfFailed),

    changeAmount: ({ key, paymentId, cents }) =>
      onPayment(
        'changeAmount',
        paymentId,
        (square) =>
          square.payments.update({
            paymentId,
            idempotencyKey: key,
            payment: { amountMoney: moneyOf(cents) },
          }),
        (payment) => payment.status !== 'approved' || payment.cents === cents,
      ),

    capture: ({ paymentId }) =>
      onPayment(
        'capture',
        paymentId,
        (square) => square.payments.complete({ paymentId }),
        (payment) => payment.status !== 'approved',
      ),

    release: async ({ paymentId }) =>
      isSimulated(paymentId)
        ? ok(nothingHeld(paymentId))
        : onPayment(
            'release',
            paymentId,
            (square) => square.payments.cancel({ paymentId }),
            (payment) => payment.status !== 'approved',
          ),

    refund: ({ key, paymentId, cents, reason }) =>
      ask(
        'refund',
        (square) =>
          square.refunds.refundPayment({
            idempotencyKey: key,
            paymentId,
            amountMoney: moneyOf(cents),
            reason: reason.slice(0, longestReason),
          }),
        (response) => refundOf(response.refund),
      ),

    readPayment,

    async deleteCard({ cardId, customerId }) {
      const disabled = await gone('disableCard', (square) => square.cards.disable({ cardId }))
      if (disabled.outcome !== 'ok' || customerId === null) return disabled
      return gone('deleteCustomer', (square) => square.customers.delete({ customerId }))
    },

    listMovements: (call) =>
      ask(
        'listMovements',
        (square) => listSquareMovements(square, locationId, call),
        (found) => found,
      ),

    listDisputes: ({ cursor }) =>
      ask(
        'listDisputes',
        (square) => listSquareDisputes(square, locationId, cursor),
        (found) => found,
      ),

    readEvent: async (rawBody, headers) =>
      readSquareEvent(account, rawBody, headers[signatureHeader]),
  }
}

/** Created by the simulator before Square was connected; Square does not know it. */
const isSimulated = (paymentId: string) => paymentId.startsWith('sim_')

const nothingHeld = (id: string): CardPayment => ({
  id,
  status: 'canceled',
  cents: 0,
  expiresAt: null,
  canRaise: false,
  refunds: [],
})

/** A payment Square cannot find was not declined: the account changed since it was made. */
const stillThere = (answer: Answer<never>): Answer<never> =>
  answer.outcome === 'declined' ? unknown('NOT_FOUND') : answer

const declinedIfFailed = (answer: Answer<CardPayment>): Answer<CardPayment> =>
  answer.outcome === 'ok' && answer.value.status === 'failed' ? declined('declined') : answer

function savedCard(card: Square.Card | undefined): SavedCard | undefined {
  if (!card?.id || !card.customerId) return undefined
  const { id: cardId, customerId, cardBrand, last4 = '', expYear, expMonth, fingerprint } = card
  return {
    cardId,
    customerId,
    brand: brandOf(cardBrand),
    last4,
    ...(expYear && expMonth && { expires: `${expYear}-${String(expMonth).padStart(2, '0')}` }),
    ...(fingerprint && { fingerprint }),
  }
}

/** At most 45 characters, the limit for keys. */
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)
