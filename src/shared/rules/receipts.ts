import { t, text } from '../texts/t.ts'
import { type AdjustReason, adjustReasons } from './payments.ts'

/** Why a visit costs more or less than its lines: an admin's reason, a refund outside of one, a cancellation. */
export const adjustmentKinds = [...adjustReasons, 'refunded', 'cancelled'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

export const adjustmentLabels: Record<AdjustmentKind, string> = {
  discount_applied: text('Discount'),
  addon_service: text('Additional service'),
  customer_complaint: text('Goodwill'),
  pricing_error: text('Price corrected'),
  other: text('Adjustment'),
  refunded: text('Refunded by the office'),
  cancelled: text('Visit cancelled'),
}

type Moved = { reason: AdjustReason; fromCents: number; toCents: number; at: Date }
export type Adjustment = { kind: AdjustmentKind; cents: number; at: Date | null }

/**
 * What moved the price from the lines to what is due, in cents; together with the lines they always make the total.
 * What no admin's adjustment explains came from a cancellation, or from a refund made at the card network.
 */
export function adjustmentsOf(facts: {
  linesCents: number
  dueCents: number
  moved: readonly Moved[]
  cancelledAt: Date | null
}): Adjustment[] {
  const known = facts.moved
    .map(({ reason, fromCents, toCents, at }) => ({ kind: reason, cents: toCents - fromCents, at }))
    .filter(({ cents }) => cents !== 0)
  const explained = known.reduce((sum, { cents }) => sum + cents, facts.linesCents)
  const rest = facts.dueCents - explained
  if (rest === 0) return known
  const { cancelledAt } = facts
  const kind = cancelledAt ? ('cancelled' as const) : ('refunded' as const)
  return [...known, { kind, cents: rest, at: cancelledAt }]
}

export const holdStatuses = ['open', 'captured', 'released', 'expired', 'failed'] as const
export type HoldStatus = (typeof holdStatuses)[number]

/** What happened on the card. Amounts are decimal strings, instants ISO text. */
export type CardHistory = {
  holds: readonly { amount: string; at: string; status: HoldStatus }[]
  charges: readonly { amount: string; at: string; card: { brand: string; last4: string } | null }[]
  refunds: readonly { amount: string; at: string; status: 'pending' | 'completed' }[]
}

export type CardMovement = { label: string; amount: string; at: string }

/** Everything that happened on the card in its order, in the customer's words. */
export function cardMovements({ holds, charges, refunds }: CardHistory): CardMovement[] {
  const movements = [
    ...holds.map(({ amount, at, status }) => ({ label: holdWords(status), amount, at })),
    ...charges.map(({ amount, at, card }) => ({
      label: card ? t('Charged to {card}', { card: cardName(card) }) : t('Charged to the card'),
      amount,
      at,
    })),
    ...refunds.map(({ amount, at, status }) => ({
      label: status === 'pending' ? t('Refund on its way') : t('Refunded to the card'),
      amount: `-${amount}`,
      at,
    })),
  ]
  return movements.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return t('{brand} ending in {last4}', { brand, last4 })
}

function holdWords(status: HoldStatus): string {
  const words: Record<HoldStatus, string> = {
    open: t('Reserved'),
    captured: t('Reserved, then charged'),
    released: t('Reserved, then released'),
    expired: t('Reserved, then expired'),
    failed: t('Reserved, then released by the bank'),
  }
  return words[status]
}

/** What a balance other than zero is called; a negative one is the customer's. */
export function balanceLabel(balance: string): string {
  return balance.startsWith('-') ? t('To be refunded') : t('Still to pay')
}

/** Hold and charge in one sentence; `charged` is the sum, and `format` says an amount as people read it. */
export function explainCard(
  { holds, charges }: CardHistory,
  charged: string,
  format: (amount: string) => string,
): string {
  const captured = holds.find(({ status }) => status === 'captured')
  const open = holds.find(({ status }) => status === 'open')
  const last = holds.at(-1)
  if (charges.length > 0 && captured)
    return t(
      'The {held} reserved before the visit was not a charge: it became the charge of {charged} when the service was done, so you paid once.',
      { held: format(captured.amount), charged: format(charged) },
    )
  if (charges.length > 0)
    return t('{charged} was charged directly; nothing is reserved on the card anymore.', {
      charged: format(charged),
    })
  if (open)
    return t('{held} is reserved on the card, not charged yet; the final amount follows now.', {
      held: format(open.amount),
    })
  if (last)
    return t('The {held} reserved on the card was released; nothing was charged.', {
      held: format(last.amount),
    })
  return t('Nothing was reserved or charged on a card.')
}
