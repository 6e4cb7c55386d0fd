import { randomUUID } from 'node:crypto'
import type { Wallet } from '#shared/rules/wallets.ts'
import type { Answer, CardDispute, SimulatorBooks } from '../port.ts'
import { signatureHeader, signEvent } from './signature.ts'
import type { CardOutcome } from './simulated-cards.ts'

/** Instants are UTC milliseconds: the books are kept as JSON. */
export type BookedPayment = {
  id: string
  outcome: CardOutcome
  status: 'approved' | 'completed' | 'canceled' | 'failed'
  cents: number
  expiresAt: number
  refunds: { id: string; cents: number; status: 'pending' | 'completed' | 'failed'; at: number }[]
  reference: string
  card?: { brand: string; last4: string }
  /** Calls whose first answer was lost on the way. */
  lost: string[]
}

/** What a token of the card form stands for; `expires` is YYYY-MM. */
export type TokenCard = {
  outcome: CardOutcome
  brand: string
  last4: string
  expires?: string | undefined
  /** It is shown by a wallet, and cannot be put on file. */
  wallet?: Wallet | undefined
}

export type Records = {
  token: TokenCard & { usedBy: string | null }
  card: {
    outcome: CardOutcome
    brand: string
    last4: string
    customerId: string
    /** Taken off file: it pays nothing anymore. */
    forgotten?: boolean
  }
  payment: BookedPayment
  /** Where the list of a day finds what moved; its id begins with the instant, see `movementId`. */
  movement: { paymentId: string; refundId: string | null }
  /** The first answer to an idempotency key. */
  answer: Answer<unknown>
}
export type RecordKind = keyof Records

export type Books = {
  get<K extends RecordKind>(kind: K, id: string): Promise<Records[K] | undefined>
  put<K extends RecordKind>(kind: K, id: string, record: Records[K]): Promise<void>
  list<K extends RecordKind>(
    kind: K,
    range: { after: string; before: string; limit: number },
  ): Promise<{ id: string; record: Records[K] }[]>
  /** Sends an event about a payment. */
  announce(type: string, paymentId: string, dispute?: CardDispute): Promise<void>
}

/** The bank's books with the types of our records, its events signed with the key. */
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
