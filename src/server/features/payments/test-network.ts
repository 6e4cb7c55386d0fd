import { sql } from 'drizzle-orm'
import type { CardNetwork } from '#server/adapters/cards/port.ts'
import type { TokenCard } from '#server/adapters/cards/simulator/books.ts'
import { createSimulator } from '#server/adapters/cards/simulator.ts'
import type { CardOutcome } from '#server/adapters/cards/simulator/simulated-cards.ts'
import { signatureHeader, signEvent } from '#server/adapters/cards/simulator/signature.ts'
import { now } from '#server/base/clock.ts'
import { db, queryRows } from '#server/database/database.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import { simulatorBank, simulatorKey } from './actions/simulator-bank.ts'
import { loseQueuedWebhooks } from './test-lost-webhooks.ts'

/** The card network used by payment tests, with actions only it can do. */
export type TestNetwork = {
  network: CardNetwork
  /** A one-time token as made by the card form. */
  mintToken(card: TokenCard): Promise<string>
  /** A refund in the network's own dashboard. */
  refundInDashboard(paymentId: string, cents: number): Promise<void>
  /** Opens or decides a chargeback. */
  dispute(paymentId: string, cents: number, state: DisputeState): Promise<void>
  /** Ids of all payments ever made, oldest first. */
  paymentIds(): Promise<string[]>
  /** Changes the outcome of stored cards, as a bank may between two charges. */
  setStoredCards(outcome: CardOutcome): Promise<void>
  /** A webhook about a payment as the network sends it; `sign` with another key. */
  webhook(
    event: SentEvent,
    sign?: 'foreign',
  ): Promise<{ body: string; headers: Record<string, string> }>
  /** Loses all webhooks so far. */
  loseWebhooks(): Promise<void>
}

/** `payment.updated` unless another type is given; `says` is its status. */
export type SentEvent = {
  id: string
  paymentId: string | undefined
  type?: 'payment.created' | 'payment.updated' | 'refund.created' | 'refund.updated' | DisputeEvent
  says?: string
  dispute?: { id: string; cents: number; state: DisputeState }
  at?: Date
}
type DisputeEvent = 'dispute.created' | 'dispute.state.updated'

const simulator = createSimulator({ bank: simulatorBank, now, webhookKey: simulatorKey })

const simulated: TestNetwork = {
  network: simulator,
  mintToken: (card) => simulator.mintToken(card),
  async refundInDashboard(paymentId, cents) {
    await simulator.refundInDashboard(paymentId, cents)
  },
  dispute: (paymentId, cents, state) =>
    simulator.disputePayment(paymentId, { id: `sim_dispute_${paymentId}`, cents, state }),
  async paymentIds() {
    const rows = await queryRows<{ id: string }>({
      name: 'test-network-payments',
      text: `select id from simulator_records where kind = 'payment' order by created_at`,
    })
    return rows.map(({ id }) => id)
  },
  async setStoredCards(outcome) {
    await db().execute(
      sql`update simulator_records set data = jsonb_set(data, '{outcome}', to_jsonb(${outcome}::text)) where kind = 'card'`,
    )
  },
  async webhook({ id, paymentId, type = 'payment.updated', says, dispute }, sign) {
    const data = { payment_id: paymentId, dispute, status: says }
    const event = { event_id: id, type, data }
    const body = JSON.stringify(event)
    const key = sign ? Buffer.from('another key') : await simulatorKey()
    return { body, headers: { [signatureHeader]: signEvent(key, body) } }
  },
  loseWebhooks: loseQueuedWebhooks,
}

/** The simulator, or Square where tests run again over it (`vitest.config.ts`). */
export const testNetwork: TestNetwork =
  process.env.TEST_NETWORK === 'square'
    ? await (await import('./test-square-network.ts')).squareNetwork()
    : simulated
