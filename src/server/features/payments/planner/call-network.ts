import type { Answer, CardNetwork, CardPayment, CardSource } from '#server/adapters/cards/port.ts'
import { log } from '#server/base/log.ts'
import type { Facts, Op } from './facts.ts'
import type { Reply } from './record.ts'

/** Makes the call an op stands for. Never throws: a fault on the way is an unknown outcome. */
export async function callNetwork(
  network: CardNetwork,
  facts: Facts,
  op: Op,
): Promise<Answer<Reply>> {
  try {
    return await callFor(network, facts, op)
  } catch (error) {
    log.error({ err: error, op: op.id, kind: op.kind }, 'card network call failed')
    return { outcome: 'unknown', code: 'fault' }
  }
}

async function callFor(network: CardNetwork, facts: Facts, op: Op): Promise<Answer<Reply>> {
  const { id: key, attempts: attempt, cents } = op
  const paymentId = op.paymentId ?? ''
  switch (op.kind) {
    case 'save_card': {
      const saved = await network.saveCard({
        key,
        attempt,
        token: op.token ?? '',
        customer: facts.customer,
      })
      return mapped(saved, (card) => ({ card }))
    }
    case 'hold':
    case 'charge': {
      const { buyerPresent } = op
      const capture = op.kind === 'charge'
      const source = sourceOf(facts, op)
      const reference = facts.jobNumber
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
      const reason = `Amount due for ${facts.jobNumber} lowered`
      const refund = await network.refund({ key, attempt, paymentId, cents, reason })
      return mapped(refund, (made) => ({ refund: made }))
    }
    case 'read':
      return readAll(network, facts)
  }
}

function sourceOf(facts: Facts, op: Op): CardSource {
  if (op.token) return { token: op.token }
  if (!facts.card) throw new Error('There is neither a token nor a stored card.')
  return { cardId: facts.card.networkCardId, customerId: facts.card.networkCustomerId }
}

async function readAll(network: CardNetwork, facts: Facts): Promise<Answer<Reply>> {
  const ids = new Set([...facts.holds, ...facts.money].map((row) => row.paymentId))
  const payments: CardPayment[] = []
  for (const id of ids) {
    const answer = await network.readPayment(id)
    if (answer.outcome !== 'ok') return answer
    payments.push(answer.value)
  }
  return { outcome: 'ok', value: { payments } }
}

const one = (answer: Answer<CardPayment>) => mapped(answer, (payment) => ({ payments: [payment] }))

function mapped<T>(answer: Answer<T>, shape: (value: T) => Reply): Answer<Reply> {
  return answer.outcome === 'ok' ? { outcome: 'ok', value: shape(answer.value) } : answer
}
