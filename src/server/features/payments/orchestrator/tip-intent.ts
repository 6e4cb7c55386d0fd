import { Conflict, Invalid } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { isTip, minTipCents, mostTipCents } from '#shared/rules/tips.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { opened } from './claim-operation.ts'
import {
  capturedOf,
  type Change,
  dueOf,
  type PaymentAccount,
  unchanged,
} from './payment-account.ts'
import { paymentStateOf } from './payment-state.ts'

export type WantedTip = {
  cents: number
  /** One-time token of a card other than the stored one. */
  sourceId?: string | undefined
  /** The wallet that made the token, if no card was typed. */
  wallet?: Wallet | undefined
}

/** `busy`: another call is under way; `operationId`: the opened charge, null for a repeat. */
type OpenedTip = Change & { busy: boolean; operationId: string | null }

/**
 * Opens the charge of a tip. A tip is given once; the same amount again is a repeat. Throws Conflict when another was given,
 * when no card has paid the visit and when none is stored; Invalid for an amount outside its limits.
 */
export function openTip(
  account: PaymentAccount,
  { cents, sourceId, wallet }: WantedTip,
  now: Date,
): OpenedTip {
  if (account.operation) return { ...unchanged(account), busy: true, operationId: null }
  const given = capturedOf(account, 'tip')
  if (given === cents) return { ...unchanged(account), busy: false, operationId: null }
  if (given > 0)
    throw new Conflict(
      phrase('You gave a tip of {amount} already. Thank you!', { amount: formatCents(given) }),
      { reason: 'tip_given', amount: decimalFromCents(given) },
    )
  const paid = paymentStateOf(account, now) === 'paid' && capturedOf(account) > 0
  if (account.job.status !== 'completed' || !paid)
    throw new Conflict(phrase('A tip can be given once the visit is done and a card has paid it.'))
  assertWithin(cents, dueOf(account))
  if (!sourceId && (!account.card || account.card.removedAt))
    throw new Conflict(phrase('Please enter a card for the tip.'), { reason: 'card_needed' })
  const operation = opened({
    kind: 'tip',
    cents,
    paymentId: null,
    token: sourceId ?? null,
    wallet: (sourceId && wallet) || null,
    buyerPresent: true,
  })
  return { ...unchanged({ ...account, operation }), busy: false, operationId: operation.id }
}

function assertWithin(cents: number, priceCents: number): void {
  if (isTip(cents, priceCents)) return
  throw Invalid.at(
    'amount',
    phrase('A tip for this visit is from {least} to {most}.', {
      least: formatCents(minTipCents),
      most: formatCents(mostTipCents(priceCents)),
    }),
  )
}
