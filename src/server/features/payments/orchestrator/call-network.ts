import type { Answer, CardNetwork, CardPayment, CardSource } from '#server/adapters/cards/port.ts'
import { log } from '#server/base/log.ts'
import { type Operation, type PaymentAccount, purposeOf } from './payment-account.ts'
import type { Reply } from './record-answer.ts'

/** Makes the call for an operation. Never throws: an error on the way is an unknown outcome. */
export async function callNetwork(
  network: CardNetwork,
  account: PaymentAccount,
  operation: Operation,
): Promise<Answer<Reply>> {
  try {
    return await callFor(network, account, operation)
  } catch (error) {
    log.error(
      { err: error, operation: operation.id, kind: operation.kind },
      'card network call failed',
    )
    return { outcome: 'unknown', code: 'fault' }
  }
}

async function callFor(
  network: CardNetwork,
  account: PaymentAccount,
  operation: Operation,
): Promise<Answer<Reply>> {
  const { id: key, attempts: attempt, cents } = operation
  const paymentId = operation.paymentId ?? ''
  switch (operation.kind) {
    case 'save_card': {
      const saved = await network.saveCard({
        key,
        attempt,
        token: operation.token ?? '',
        customer: account.customer,
      })
      return mapped(saved, (card) => ({ card }))
    }
    case 'hold':
    case 'charge':
    case 'tip': {
      const { buyerPresent } = operation
      const capture = operation.kind !== 'hold'
      const source = sourceOf(account, operation)
      const reference = account.jobNumber
      return one(
        await network.pay({ key, attempt, source, cents, capture, buyerPresent, reference }),
      )
    }
    case 'change':
      return one(await network.changeAmount({ key, attempt, paymentId, cents }))
    case 'capture':
      return one(await network.capture({ paymentId }))
    case 'release':
      return one(await network.release({ paymentId }))
    case 'refund': {
      const what = purposeOf(account, paymentId) === 'tip' ? 'Tip' : 'Amount due'
      const reason = `${what} for ${account.jobNumber} lowered`
      const refund = await network.refund({ key, attempt, paymentId, cents, reason })
      if (refund.outcome === 'declined') return refusedRefund(network, account, paymentId, refund)
      return mapped(refund, (made) => ({ refund: made }))
    }
    case 'read':
      return readAll(network, account)
  }
}

function sourceOf(account: PaymentAccount, operation: Operation): CardSource {
  if (operation.token) return { token: operation.token }
  if (!account.card) throw new Error('There is neither a token nor a stored card.')
  return { cardId: account.card.networkCardId, customerId: account.card.networkCustomerId }
}

async function readAll(network: CardNetwork, account: PaymentAccount): Promise<Answer<Reply>> {
  const ids = new Set([...account.holds, ...account.captures].map((row) => row.paymentId))
  const payments: CardPayment[] = []
  for (const id of ids) {
    const answer = await network.readPayment(id)
    if (answer.outcome !== 'ok') return answer
    payments.push(answer.value)
  }
  return { outcome: 'ok', value: { payments } }
}

/** A refund may be refused because its money was refunded in the network's dashboard: then what was found there is booked. */
async function refusedRefund(
  network: CardNetwork,
  account: PaymentAccount,
  paymentId: string,
  refused: Answer<never>,
): Promise<Answer<Reply>> {
  const payment = await network.readPayment(paymentId)
  if (payment.outcome === 'unknown') return payment
  if (payment.outcome === 'declined') return refused
  const known = new Set(account.refunds.map(({ refundId }) => refundId))
  return payment.value.refunds.every(({ id }) => known.has(id)) ? refused : one(payment)
}

const one = (answer: Answer<CardPayment>) => mapped(answer, (payment) => ({ payments: [payment] }))

function mapped<T>(answer: Answer<T>, shape: (value: T) => Reply): Answer<Reply> {
  return answer.outcome === 'ok' ? { outcome: 'ok', value: shape(answer.value) } : answer
}
