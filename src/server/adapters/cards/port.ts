import type { DeclineReason } from '#shared/rules/payments.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import type { Phrase } from '#shared/texts/t.ts'

/**
 * Result of a call to the card network. `unknown` (no answer, 408, 429, 5xx, our own bug) means it may or may not have
 * happened, so the same call is repeated. A decline is final for that call.
 */
export type Answer<T> =
  | { outcome: 'ok'; value: T }
  | { outcome: 'declined'; reason: DeclineReason }
  | {
      outcome: 'unknown'
      code: string
      /** How long the network asked us to wait. */
      retryAfterMs?: number
    }

export type SavedCard = {
  cardId: string
  customerId: string
  brand: string
  last4: string
  /** YYYY-MM, if the network reports it. */
  expires?: string
  /** The same for the same card however often it is saved, if the network reports it. */
  fingerprint?: string
}

export type CardRefund = {
  id: string
  cents: number
  status: 'pending' | 'completed' | 'failed'
}

/** A payment in its current state at the network. */
export type CardPayment = {
  id: string
  /** `approved` is an open hold, `completed` is captured money; the others hold nothing. */
  status: 'approved' | 'completed' | 'canceled' | 'failed'
  /** Held or captured cents, before refunds. */
  cents: number
  expiresAt: Date | null
  /** Whether the network allows raising this hold. */
  canRaise: boolean
  /** Card details for the receipt, if the network reports them. */
  card?: { brand: string; last4: string }
  refunds: readonly CardRefund[]
}

/** Where the money comes from: a one-time token of the card form, or a card on file. */
export type CardSource = { token: string } | { cardId: string; customerId: string }

/** The same key has the same effect however often it is sent. At most 45 characters. */
type Keyed = { key: string; /** 1 for the first try. */ attempt: number }

/** Money that moved at the network: a captured payment or a requested refund. */
export type CardMovement = {
  kind: 'captured' | 'refunded'
  /** The network's id of the payment, or of the refund. */
  id: string
  /** The captured or refunded payment. */
  paymentId: string
  /** Captured cents before refunds, or refunded cents. Always above 0. */
  cents: number
  /** A failed refund moved no money but stays in the list. A payment in the list is captured: `completed`. */
  status: CardRefund['status']
  /** Capture time, which may be days after the payment was made, or the time of the refund. */
  at: Date
  /** The `reference` passed to `pay`, or one entered in the network's dashboard; null if the network reports none. */
  reference: string | null
}

/** A page of that list; a page may be empty and still have a next one. */
export type CardMovements = { movements: readonly CardMovement[]; next: string | null }

/** A chargeback of a payment; 0 cents if the network names no amount. `respondBy`: deadline for evidence, ISO 8601. */
export type CardDispute = { id: string; cents: number; state: DisputeState; respondBy?: string }

/** A page of the list of disputes. */
export type CardDisputes = {
  disputes: readonly (CardDispute & { paymentId: string })[]
  next: string | null
}

/** Signals that a payment changed. It is only a hint to read the payment again, except for its dispute. */
export type CardEvent = {
  id: string
  type: string
  paymentId: string | null
  dispute?: CardDispute
  /** Event time, if the network reports it. */
  at?: Date
}

/** Whether the network accepts our calls, for the office and the log. */
export type CardNetworkCheck = {
  state: 'ok' | 'unreachable' | 'refused'
  /** One sentence each, for the office: what was found or what is wrong. */
  facts: readonly Phrase[]
}

type CardFormConfig = {
  provider: 'square' | 'simulator'
  applicationId: string
  environment: 'sandbox' | 'production'
  locationId?: string
  scriptUrl: string
}

/**
 * The card network. Refusals never throw; anything thrown counts as `unknown`. `changeAmount`, `capture` and `release`
 * return the payment as it is afterwards, read again after a refusal, because a refusal may mean an earlier try worked.
 */
export type CardNetwork = {
  form: CardFormConfig
  /** Address the network sends webhooks to; missing if it needs none. */
  webhookUrl?: string
  /** Checks that the network knows our location and currency; missing if there is nothing to check. */
  check?(): Promise<CardNetworkCheck>
  /** Refuses wallet tokens: no network stores them. */
  saveCard(
    call: Keyed & { token: string; customer: { id: string; name: string; email: string | null } },
  ): Promise<Answer<SavedCard>>
  /** Holds `cents`, or charges them at once with `capture`. Without the buyer present, no verification may be requested. */
  pay(
    call: Keyed & {
      source: CardSource
      cents: number
      capture: boolean
      buyerPresent: boolean
      /** Shown in the network's dashboard, for example FQ-1042. */
      reference: string
    },
  ): Promise<Answer<CardPayment>>
  changeAmount(call: Keyed & { paymentId: string; cents: number }): Promise<Answer<CardPayment>>
  capture(call: { paymentId: string }): Promise<Answer<CardPayment>>
  release(call: { paymentId: string }): Promise<Answer<CardPayment>>
  refund(
    call: Keyed & { paymentId: string; cents: number; reason: string },
  ): Promise<Answer<CardRefund>>
  readPayment(paymentId: string): Promise<Answer<CardPayment>>
  /** Removes a stored card for good, and its customer record unless `customerId` is null. A missing card counts as `ok`. */
  deleteCard(call: { cardId: string; customerId: string | null }): Promise<Answer<null>>
  /**
   * The network's own list of captures and refunds in [from, to) at our location, from any source; cards and wallets only.
   * In any order, each movement once, in pages of about a hundred. `cursor` is the previous page's `next`, at most 1,000
   * characters. Movements of the last minute may be missing.
   */
  listMovements(call: {
    from: Date
    to: Date
    cursor?: string | undefined
  }): Promise<Answer<CardMovements>>
  /** Disputes of payments at our location in their newest states, in any order, in pages like those of movements. */
  listDisputes(call: { cursor?: string | undefined }): Promise<Answer<CardDisputes>>
  /** The event in a webhook's body, or null if the network did not sign it. */
  readEvent(rawBody: string, headers: Record<string, unknown>): Promise<CardEvent | null>
}

/** The simulated network's records, as JSON by kind and id, and the webhooks it sends. */
export type SimulatorBooks = {
  get(kind: string, id: string): Promise<unknown>
  put(kind: string, id: string, record: unknown): Promise<void>
  /** Records of a kind with ids after `after`, and before `before` if given, ordered by id, the first `limit`. */
  list(
    kind: string,
    range: { after: string; before?: string; limit: number },
  ): Promise<{ id: string; record: unknown }[]>
  /** Delivers a webhook at least once, after the records are safely stored. */
  send(body: string, headers: Record<string, string>): Promise<void>
}

/** Storage of the simulator: `alone` runs one change per name at a time, completely or not at all. */
export type SimulatorBank = {
  alone<T>(name: string, act: (books: SimulatorBooks) => Promise<T>): Promise<T>
}
