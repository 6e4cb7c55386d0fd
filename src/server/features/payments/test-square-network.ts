import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { createSquare } from '#server/adapters/cards/square.ts'
import {
  startTestSquare,
  type TestSquare,
} from '#server/adapters/cards/square/test-square/server.ts'
import { signatureHeader, signSquareEvent } from '#server/adapters/cards/square/webhooks.ts'
import { now } from '#server/base/clock.ts'
import { useServices } from '#server/testing/test-services.ts'
import { simulatorBank } from './actions/simulator-bank.ts'
import { loseQueuedWebhooks } from './test-lost-webhooks.ts'
import type { SentEvent, TestNetwork } from './test-network.ts'

let started: Promise<TestSquare> | undefined

/** One local Square per worker; webhooks are delivered with due tasks, like the simulator's. */
async function localSquare(): Promise<TestSquare> {
  started ??= startTestSquare({
    now,
    send: async ({ body }) => {
      // Without its time: a test may travel days before the webhooks are delivered.
      const sent = JSON.stringify({ ...(JSON.parse(body) as object), created_at: undefined })
      const { account } = await localSquare()
      const headers = { [signatureHeader]: signSquareEvent(account, sent) }
      await simulatorBank.alone('square', (books) => books.send(sent, headers))
    },
  })
  const square = await started
  square.unref()
  return square
}

/** The Square adapter against a local Square. */
export async function squareNetwork(): Promise<TestNetwork> {
  const square = await localSquare()
  const network = createSquare(square.account)
  return {
    network,
    mintToken: async (card) => square.records.mintToken(card),
    async refundInDashboard(payment_id, cents) {
      square.records.age()
      square.records.createRefund({ payment_id, amount_money: { amount: cents, currency: 'USD' } })
      await square.delivered()
    },
    paymentIds: async () => [...square.records.payments.keys()],
    async setStoredCards(outcome) {
      for (const card of square.records.cards.values()) card.outcome = outcome
    },
    async dispute(paymentId, cents, state) {
      square.records.dispute(paymentId, cents, disputeStates[state])
      await square.delivered()
    },
    async webhook(event, sign) {
      const { id, type = 'payment.updated', at = now() } = event
      const data = { type: type.split('.')[0], object: objectOf(event) }
      const body = JSON.stringify({ event_id: id, type, created_at: at.toISOString(), data })
      const { account } = square
      const signed = sign ? { ...account, signatureKey: 'another key' } : account
      return { body, headers: { [signatureHeader]: signSquareEvent(signed, body) } }
    },
    async loseWebhooks() {
      await square.delivered()
      await loseQueuedWebhooks()
    },
  }
}

const disputeStates = {
  inquiry: 'INQUIRY_EVIDENCE_REQUIRED',
  closed: 'INQUIRY_CLOSED',
  open: 'EVIDENCE_REQUIRED',
  won: 'WON',
  lost: 'LOST',
}

/** Content of a Square event: the payment, refund or dispute at the time of sending. */
function objectOf({ type = 'payment.updated', paymentId, says, dispute }: SentEvent): object {
  if (dispute)
    return {
      dispute: {
        id: dispute.id,
        state: disputeStates[dispute.state],
        amount_money: { amount: dispute.cents, currency: 'USD' },
        disputed_payment: { payment_id: paymentId },
      },
    }
  return type.startsWith('refund.')
    ? { refund: { id: `refund of ${paymentId}`, payment_id: paymentId, status: says } }
    : { payment: { id: paymentId ?? randomUUID(), status: says } }
}

/** For tests that also run over Square: each starts with an empty account. */
export async function useSquareInEachTest(): Promise<void> {
  const square = await localSquare()
  const { testNetwork } = await import('./test-network.ts')
  beforeEach(() => {
    square.reset()
    useServices({ cards: testNetwork.network })
  })
}
