import { createHash } from 'node:crypto'
import { Conflict } from '#server/http/errors.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { savesCard } from '#shared/rules/payments.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { type Wallet, walletNames } from '#shared/rules/wallets.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { opened } from './claim-operation.ts'
import {
  type Card,
  type Change,
  dueOf,
  type PaymentAccount,
  netOf,
  type OperationDraft,
  openHold,
  unchanged,
} from './payment-account.ts'

export type CardForm = {
  /** A card's one-time token, or else the id of a saved card. */
  sourceId?: string | undefined
  cardId?: string | undefined
  /** The wallet that made the token, if no card was typed. */
  wallet?: Wallet | undefined
  /** Save the token's card for later visits. */
  saveForLater?: boolean | undefined
  amount: string | number
  jobId: string
}

/** A card's one-time token, or one of the customer's saved cards. */
type GivenCard =
  | { sourceId: string; saveForLater: boolean; wallet?: Wallet | undefined }
  | { card: Card }

/** A card given for a visit, and the office user who entered it; null for the customer. */
export type CardEntry = GivenCard & {
  jobId: string
  amount: string | number
  enteredBy: string | null
}

/** The result of giving a card: a call to the network, and the card stored for the visit. */
type Opening = { operation?: OperationDraft; card?: Card }

/** The customer's intent for a card; null when already done. Throws Conflict when it is not allowed. */
export type PaymentIntent = (
  account: PaymentAccount,
  entry: CardEntry,
  when: { isRepeat: boolean; now: Date },
) => Opening | null

/** Opens the operation for a given card; a repeat changes nothing. `busy`: another call is under way. */
export function openIntent(
  account: PaymentAccount,
  entry: CardEntry,
  intent: PaymentIntent,
  now: Date,
): Change & { busy: boolean } {
  assertNotOnInvoice(account)
  const lastTokenHash = hashOf(entry)
  const isRepeat = account.lastTokenHash === lastTokenHash
  if (account.operation) return { ...unchanged(account), busy: !isRepeat }
  const wanted = intent(account, entry, { isRepeat, now })
  if (!wanted) return { ...unchanged(account), busy: false }
  const { enteredBy } = entry
  const opening = {
    ...account,
    ...(wanted.card && { card: wanted.card, cardTries: 0, retryAt: null }),
    ...(wanted.operation && { operation: opened(wanted.operation) }),
    lastTokenHash,
    enteredBy,
    lastDecline: null,
  }
  return { ...unchanged(opening), busy: false }
}

/** Refuses cards for a visit paid by invoice: it would be paid twice. */
function assertNotOnInvoice({ job }: PaymentAccount): void {
  if (job.onInvoice)
    throw new Conflict(phrase('This visit is paid by invoice. No card is needed for it.'), {
      reason: 'on_invoice',
    })
}

/** Includes the amount: the same token for another amount is not a repeat. */
const hashOf = (entry: CardEntry) =>
  createHash('sha256')
    .update(`${'card' in entry ? entry.card.id : entry.sourceId} ${centsFromDecimal(entry.amount)}`)
    .digest('hex')

const asked = (
  kind: 'save_card' | 'hold' | 'charge',
  cents: number,
  more: Partial<OperationDraft> = {},
): OperationDraft => ({ kind, cents, paymentId: null, token: null, buyerPresent: true, ...more })

/**
 * Puts the card on file; the hold is placed at once, or later by the orchestrator. A wallet's token cannot be put on file,
 * so it is held at once or not at all.
 */
export const holdIntent: PaymentIntent = (account, entry, { isRepeat, now }) => {
  const { status } = account.job
  if (!isActiveJob(status)) throw new Conflict(alreadyInStatus(status), rightAmount(account))
  const cents = agreedCents(account, entry)
  // The second half of a double click finds the hold, or the card saved for it.
  if (openHold(account) || (isRepeat && account.card && !account.lastDecline)) return null
  if (!('card' in entry)) {
    const { sourceId: token, saveForLater, wallet } = entry
    if (wallet) {
      if (savesCard(account.job.startsAt, now)) throw tooEarlyFor(wallet)
      return { operation: asked('hold', cents, { token, wallet }) }
    }
    return { operation: asked('save_card', 0, { token, saveForLater }) }
  }
  const { card } = entry
  return savesCard(account.job.startsAt, now) ? { card } : { card, operation: asked('hold', cents) }
}

/** Charges the missing amount now. */
export const chargeIntent: PaymentIntent = (account, entry, { isRepeat }) => {
  if (account.job.status === 'cancelled' && dueOf(account) === 0)
    throw new Conflict(
      phrase('This visit was cancelled; there is nothing to pay.'),
      rightAmount(account),
    )
  if (isRepeat && netOf(account) > 0 && netOf(account) >= dueOf(account)) return null
  const cents = agreedCents(account, entry)
  if (openHold(account))
    throw new Conflict(
      phrase(
        'This amount is already held on your card. It is charged when the visit is completed.',
      ),
      { state: 'held', ...rightAmount(account) },
    )
  return 'card' in entry
    ? { card: entry.card, operation: asked('charge', cents) }
    : { operation: asked('charge', cents, { token: entry.sourceId, wallet: entry.wallet ?? null }) }
}

const tooEarlyFor = (wallet: Wallet) =>
  new Conflict(
    phrase(
      '{wallet} cannot reserve an amount for a visit this far ahead. Please enter a card, or come back in the week of the visit.',
      { wallet: walletNames[wallet] },
    ),
    { reason: 'wallet_too_early' },
  )

/** Details of a refusal with the amount still due. */
const rightAmount = (account: PaymentAccount) => ({
  amount: decimalFromCents(missingOf(account)),
})

const missingOf = (account: PaymentAccount) => Math.max(0, dueOf(account) - netOf(account))

/** The amount still due, in cents; Conflict with the right amount when the client's differs. */
export function agreedCents(account: PaymentAccount, form: Pick<CardForm, 'amount'>): number {
  const missing = missingOf(account)
  if (missing === 0)
    throw new Conflict(
      netOf(account) > 0
        ? phrase('{amount} was paid already; there is nothing left to pay.', {
            amount: formatCents(netOf(account)),
          })
        : phrase('There is nothing left to pay.'),
      rightAmount(account),
    )
  if (centsFromDecimal(form.amount) === missing) return missing
  throw new Conflict(
    phrase('The amount is {amount} now. Please check it and try again.', {
      amount: formatCents(missing),
    }),
    rightAmount(account),
  )
}
