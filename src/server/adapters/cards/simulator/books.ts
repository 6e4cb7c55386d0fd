import { randomUUID } from 'node:crypto'
import type { Wallet } from '#shared/rules/wallets.ts'
import type { Answer, CardDispute, SimulatorBooks } from '../port.ts'
import { signatureHeader, signEvent } from './signature.ts'
import type { CardOutcome } from './simulated-cards.ts'

/** Instants are UTC milliseconds because the records are stored as JSON. */
export type BookedPayment = {
  id: string
  outcome: CardOutcome
  status: 'approved' | 'completed' | 'canceled' | 'failed'
  cents: number
  expiresAt: number
  refunds: { id: string; cents: number; status: 'pending' | 'completed' | 'failed'; at: number }[]
  reference: string
  card?: { brand: string; last4: string }
  /** Calls whose first answer was lost. */
  lost: string[]
}

/** The card behind a token of the card form; `expires` is YYYY-MM. */
export type TokenCard = {
  outcome: CardOutcome
  brand: string
  last4: string
  expires?: string | undefined
  /** Came from a wallet, so it cannot be stored. */
  wallet?: Wallet | undefined
}

export type Records = {
  token: TokenCard & { usedBy: string | null }
  card: {
    outcome: CardOutcome
    brand: string
    last4: string
    customerId: string
    /** Removed: it pays nothing anymore. */
    forgotten?: boolean
  }
  payment: BookedPayment
  /** Index for the list of a day; its id begins with the instant, see `movementId`. */
  movement: { paymentId: string; refundId: string | null }
  /** The newest state of a chargeback. */
  dispute: CardDispute & { paymentId: string }
  /** The first answer to an idempotency key. */
  answer: Answer<unknown>
}
type RecordKind = keyof Records

export type Books = {
  get<K extends RecordKind>(kind: K, id: string): Promise<Records[K] | undefined>
  put<K extends RecordKind>(kind: K, id: string, record: Records[K]): Promise<void>
  list<K extends RecordKind>(
    kind: K,
    range: { after: string; before?: string; limit: number },
  ): Promise<{ id: string; record: Records[K] }[]>
  /** Sends an event about a payment. */
  announce(type: string, paymentId: string, dispute?: CardDispute): Promise<void>
}

/** The simulator's records, typed, with events signed by the key. */
export function openBooks(books: SimulatorBooks, webhookKey: () => Promise<Buffer>): Books {
  return {
    get: async <K extends RecordKind>(kind: K, id: string) =>
      (await books.get(kind, id)) as Records[K] | undefined,
    put: (kind, id, record) => books.put(kind, id, record),
    list: async <K extends RecordKind>(kind: K, range: Parameters<Books['list']>[1]) =>
      (await books.list(kind, range)) as { id: string; record: Records[K] }[],
    async announce(type, paymentId, dispute) {
      const event = { event_id: randomUUID(), type, data: { payment_id: paymentId, dispute } }
      const body = JSON.stringify(event)
      await books.send(body, { [signatureHeader]: signEvent(await webhookKey(), body) })
    },
  }
}
