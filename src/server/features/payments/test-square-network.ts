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
import { simulatorBank } from './simulator-bank.ts'
import type { TestNetwork } from './test-network.ts'

let started: Promise<TestSquare> | undefined

/** One local Square for a worker; webhooks are delivered with the due tasks, like those of the simulator. */
async function localSquare(): Promise<TestSquare> {
  started ??= startTestSquare({
    now,
    send: async ({ body }) => {
      // Without when it happened: a test may travel through days before it has the webhooks delivered.
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
      const states = { open: 'EVIDENCE_REQUIRED', won: 'WON', lost: 'LOST' }
      square.records.dispute(paymentId, cents, states[state])
      await square.delivered()
    },
    async webhook({ id, paymentId, at = now() }, sign) {
      const object = { payment: { id: paymentId ?? randomUUID() } }
      const data = { type: 'payment', id: paymentId, object }
      const body = JSON.stringify({
        event_id: id,
        type: 'payment.updated',
        created_at: at.toISOString(),
        data,
      })
      const { account } = square
      const signed = sign ? { ...account, signatureKey: 'another key' } : account
      return { body, headers: { [signatureHeader]: signSquareEvent(signed, body) } }
    },
  }
}

/** For the tests that run over Square as well: each begins with an empty account. */
export async function useSquareInEachTest(): Promise<void> {
  const square = await localSquare()
  const { testNetwork } = await import('./test-network.ts')
  beforeEach(() => {
    square.reset()
    useServices({ cards: testNetwork.network })
  })
}
