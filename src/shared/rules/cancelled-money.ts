import { t } from '../texts/t.ts'

/**
 * The cost of a cancelled visit with its holds and payments; cents. `recordedCents`: the part of `paidCents` that was paid
 * without the card network. `noCard`: no stored card can be charged.
 */
export type CancelledMoney = {
  feeCents?: number
  heldCents?: number
  paidCents?: number
  recordedCents?: number
  noCard?: boolean
}

/** Whether the customer must pay the fee online: there is no payment, hold or stored card to take it from. */
export const isFeeDue = ({
  feeCents = 0,
  heldCents = 0,
  paidCents = 0,
  noCard = false,
}: CancelledMoney): boolean => noCard && heldCents === 0 && paidCents < feeCents

/** The overpaid amount, in cents: cards are refunded first, and the office gives back the rest. */
function overpaid({ feeCents = 0, paidCents = 0, recordedCents = 0 }: CancelledMoney) {
  const cents = Math.max(0, paidCents - feeCents)
  const byCard = Math.min(cents, Math.max(0, paidCents - recordedCents))
  return { byCard, byOffice: cents - byCard }
}

type Format = (cents: number) => string

/** Sentences telling the customer what happens to their money; empty without any. `format` formats cents. */
export function describeCustomersMoney(money: CancelledMoney, format: Format): string[] {
  const { feeCents = 0, heldCents = 0, paidCents = 0 } = money
  const { byCard, byOffice } = overpaid(money)
  const amounts = { held: format(heldCents), paid: format(paidCents) }
  const given =
    byOffice > 0 ? [t('Our office will return {amount} to you.', { amount: format(byOffice) })] : []
  if (feeCents === 0)
    return [
      ...(heldCents > 0
        ? [t('{amount} reserved on your card is released.', { amount: amounts.held })]
        : []),
      ...(byCard > 0
        ? [t('The {amount} that you paid is refunded.', { amount: format(byCard) })]
        : []),
      ...given,
    ]
  if (byOffice > 0 && byCard > 0)
    return [
      t('It is taken from the {paid} you paid.', amounts),
      t('{amount} is refunded to your card.', { amount: format(byCard) }),
      ...given,
    ]
  if (byOffice > 0) return [t('It is taken from the {paid} you paid.', amounts), ...given]
  if (byCard > 0) return [t('It is taken from the {paid} you paid; the rest is refunded.', amounts)]
  if (paidCents === feeCents) return [t('It is taken from the {paid} you paid.', amounts)]
  if (paidCents > 0)
    return [
      heldCents > 0
        ? t(
            'You have paid {paid} of it; the rest is taken from what is reserved on your card.',
            amounts,
          )
        : t('You have paid {paid} of it; {rest} is left to pay.', {
            ...amounts,
            rest: format(feeCents - paidCents),
          }),
    ]
  if (heldCents > feeCents)
    return [t('It is taken from the {held} reserved on your card; the rest is released.', amounts)]
  if (heldCents === feeCents) return [t('It is taken from what is reserved on your card.')]
  return heldCents > 0
    ? [t('{held} of it is taken from what is reserved on your card, the rest is charged.', amounts)]
    : []
}

/** The same for the office. */
export function describeMoneyForOffice(money: CancelledMoney, format: Format): string[] {
  const { feeCents = 0, heldCents = 0, paidCents = 0 } = money
  const { byCard, byOffice } = overpaid(money)
  const amounts = { held: format(heldCents), paid: format(paidCents) }
  const given =
    byOffice > 0
      ? [
          t('{amount} was not paid by card: give it back yourself, then record that.', {
            amount: format(byOffice),
          }),
        ]
      : []
  if (feeCents === 0)
    return [
      ...(heldCents > 0
        ? [t('{amount} reserved on the card is released.', { amount: amounts.held })]
        : []),
      ...(byCard > 0 ? [t('{amount} that was paid is refunded.', { amount: format(byCard) })] : []),
      ...given,
    ]
  if (byOffice > 0)
    return [
      t('The fee is taken from what was paid.'),
      ...(byCard > 0 ? [t('{amount} that was paid is refunded.', { amount: format(byCard) })] : []),
      ...given,
    ]
  if (paidCents > 0 && paidCents <= feeCents)
    return [
      t('{paid} of the fee is already paid; {rest} is left to pay.', {
        ...amounts,
        rest: format(feeCents - paidCents),
      }),
    ]
  if (paidCents > 0) return [t('The fee is taken from what was paid; the rest is refunded.')]
  if (heldCents === 0)
    return [
      t(
        'Nothing is reserved on a card: a card on file is charged, else the customer gets a bill with a link to pay.',
      ),
    ]
  return heldCents < feeCents
    ? [t('{held} of it is taken from what is reserved, the rest is charged to the card.', amounts)]
    : [t('The fee is taken from the {held} on the card; the rest is released.', amounts)]
}
