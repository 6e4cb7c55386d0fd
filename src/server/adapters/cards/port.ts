import type { DeclineReason, DisputeState } from '#shared/rules/payments.ts'
import type { Phrase } from '#shared/texts/t.ts'

/**
 * What a call to the card network came to. `unknown` (no answer, 408, 429, 5xx, a fault of ours): it may or may
 * not have happened, so the same call is made again. A decline is final for that call.
 */
export type Answer<T> =
  | { outcome: 'ok'; value: T }
  | { outcome: 'declined'; reason: DeclineReason }
  | {
      outcome: 'unknown'
      code: string
      /** The network wants to be left alone for so long. */
      retryAfterMs?: number
    }

export type SavedCard = {
  cardId: string
  customerId: string
  brand: string
  last4: string
  /** YYYY-MM, where the network says it. */
  expires?: string
  /** The same for the same card, however often it is saved, where the network says it. */
  fingerprint?: string
}

export type CardRefund = {
  id: string
  cents: number
  status: 'pending' | 'completed' | 'failed'
}

/** A payment as the network knows it now. */
export type CardPayment = {
  id: string
  /** `approved` is an open hold, `completed` is captured money; the others hold nothing. */
  status: 'approved' | 'completed' | 'canceled' | 'failed'
  /** Held or captured cents, before refunds. */
  cents: number
  expiresAt: Date | null
  /** Whether the network lets this hold grow. */
  canRaise: boolean
  /** What is printed on a receipt, where the network says it. */
  card?: { brand: string; last4: string }
  refunds: readonly CardRefund[]
}

/** Where the money comes from: a one-time token of the card form, or a card on file. */
export type CardSource = { token: string } | { cardId: string; customerId: string }

/** The same key means the same effect, however often it is called. At most 45 characters. */
type Keyed = { key: string; /** 1 for the first try. */ attempt: number }

/** Money that moved at the network: a payment that was captured, or a refund that was asked for. */
export type CardMovement = {
  kind: 'captured' | 'refunded'
  /** The network's id of the payment, or of the refund. */
  id: string
  /** The payment that was captured, or of which money was given back. */
  paymentId: string
  /** As it was captured, before refunds; or what the refund is about. Always above 0. */
  cents: number
  /** A refund that failed moved nothing; it stays in the list. A payment in the list is captured: `completed`. */
  status: CardRefund['status']
  /** When it was captured, which may be days after the payment was made; or when the refund was made. */
  at: Date
  /** What the payment was made with, where the network says it: `reference` of `pay`, or another one of its dashboard. */
  reference: string | null
}

/** A part of such a list; it may be empty and have a next one. */
export type CardMovements = { movements: readonly CardMovement[]; next: string | null }

/** A cardholder's bank wants the money back. */
export type CardDispute = { id: string; cents: number; state: DisputeState }

/** Says that something about a payment has changed; only a hint to go and read it, but for what it says of a dispute. */
export type CardEvent = {
  id: string
  type: string
  paymentId: string | null
  dispute?: CardDispute
  /** When it happened, where the network says so. */
  at?: Date
}

/** Whether the network takes our calls, for the office and the log. */
export type CardNetworkCheck = {
  state: 'ok' | 'unreachable' | 'refused'
  /** One sentence each, for the office: what is there, or what is wrong. */
  facts: readonly Phrase[]
}

export type CardFormConfig = {
  provider: 'square' | 'simulator'
  applicationId: string
  environment: 'sandbox' | 'production'
  locationId?: string
  scriptUrl: string
}

/**
 * The card network. Nothing here throws for a refusal; whatever throws is taken as `unknown`.
 * `changeAmount`, `capture` and `release` answer with the payment as it is afterwards, read anew when the
 * network refused: a refusal may mean that an earlier try has worked.
 */
export type CardNetwork = {
  form: CardFormConfig
  /** Where the network delivers webhooks; missing where it needs no address. */
  webhookUrl?: string
  /** Asks the network whether it knows our place of business, and its currency; missing where nothing can be asked. */
  check?(): Promise<CardNetworkCheck>
  /** What a wallet gave is refused: no network puts it on file. */
  saveCard(
    call: Keyed & { token: string; customer: { id: string; name: string; email: string | null } },
  ): Promise<Answer<SavedCard>>
  /** Holds `cents`, or charges them at once with `capture`. Without the buyer no verification may be asked for. */
  pay(
    call: Keyed & {
      source: CardSource
      cents: number
      capture: boolean
      buyerPresent: boolean
      /** Shown to people in the network's dashboard, for example FQ-1042. */
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
  /** Takes a card off file for good, and unless `customerId` is null what is kept of whose it was. `ok` for one that is not there anymore. */
  forgetCard(call: { cardId: string; customerId: string | null }): Promise<Answer<null>>
  /**
   * The network's own list of what was captured and refunded from `from` up to, not including, `to`, of our location,
   * whoever did it and for whatever; cards and wallets only. In any order, each movement once, in pages of about a
   * hundred: `cursor` is the `next` of the page before, a text of the adapter's own (at most 1,000 characters). What moved
   * in the last minute may still be missing, nothing older.
   */
  listMovements(call: {
    from: Date
    to: Date
    cursor?: string | undefined
  }): Promise<Answer<CardMovements>>
  /** The event in a webhook's body, or null when the signature is not the network's. */
  readEvent(rawBody: string, headers: Record<string, unknown>): Promise<CardEvent | null>
}

/** What a simulated network remembers, as JSON by kind and id, and the webhooks it sends. */
export type SimulatorBooks = {
  get(kind: string, id: string): Promise<unknown>
  put(kind: string, id: string, record: unknown): Promise<void>
  /** Records of a kind whose id comes after `after` and before `before`, by id, the first `limit`. */
  list(
    kind: string,
    range: { after: string; before: string; limit: number },
  ): Promise<{ id: string; record: unknown }[]>
  /** Delivers a webhook at least once, after what was written is safe. */
  send(body: string, headers: Record<string, string>): Promise<void>
}

/** Where the simulator keeps its books: `alone` runs one change at a time per name, wholly or not at all. */
export type SimulatorBank = {
  alone<T>(name: string, act: (books: SimulatorBooks) => Promise<T>): Promise<T>
}
