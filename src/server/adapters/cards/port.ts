import type { DeclineReason } from '#shared/rules/payments.ts'

/**
 * What a call to the card network came to. `unknown` (no answer, 408, 429, 5xx, a fault of ours): it may or may
 * not have happened, so the same call is made again. A decline is final for that call.
 */
export type Answer<T> =
  | { outcome: 'ok'; value: T }
  | { outcome: 'declined'; reason: DeclineReason }
  | { outcome: 'unknown'; code: string }

export type SavedCard = {
  cardId: string
  customerId: string
  brand: string
  last4: string
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

/** Says that something about a payment has changed; only a hint to go and read it. */
export type CardEvent = { id: string; type: string; paymentId: string | null }

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
  /** The event in a webhook's body, or null when the signature is not the network's. */
  readEvent(rawBody: string, headers: Record<string, unknown>): Promise<CardEvent | null>
}

/** What a simulated network remembers, as JSON by kind and id, and the webhooks it sends. */
export type SimulatorBooks = {
  get(kind: string, id: string): Promise<unknown>
  put(kind: string, id: string, record: unknown): Promise<void>
  /** Delivers a webhook at least once, after what was written is safe. */
  send(body: string, headers: Record<string, string>): Promise<void>
}

/** Where the simulator keeps its books: `alone` runs one change at a time per name, wholly or not at all. */
export type SimulatorBank = {
  alone<T>(name: string, act: (books: SimulatorBooks) => Promise<T>): Promise<T>
}
