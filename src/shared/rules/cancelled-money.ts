import { t } from '../texts/t.ts'

/** The cost of a cancelled visit with its holds and payments; cents. `noCard`: no stored card can be charged. */
export type CancelledMoney = {
  feeCents?: number
  heldCents?: number
  paidCents?: number
  noCard?: boolean
}

/** Whether the customer must pay the fee online: there is no payment, hold or stored card to take it from. */
export const isFeeDue = ({
  feeCents = 0,
  heldCents = 0,
  paidCents = 0,
  noCard = false,
}: CancelledMoney): boolean => noCard && heldCents === 0 && paidCents < feeCents

type Format = (cents: number) => string

/** Sentences telling the customer what happens to their money; empty without any. `format` formats cents. */
export function describeCustomersMoney(
  { feeCents = 0, heldCents = 0, paidCents = 0 }: CancelledMoney,
  format: Format,
): string[] {
  const amounts = { held: format(heldCents), paid: format(paidCents) }
  if (feeCents === 0)
    return [
      ...(heldCents > 0
        ? [t('{amount} reserved on your card is released.', { amount: amounts.held })]
        : []),
      ...(paidCents > 0
        ? [t('The {amount} that you paid is refunded.', { amount: amounts.paid })]
        : []),
    ]
  if (paidCents > feeCents)
    return [t('It is taken from the {paid} you paid; the rest is refunded.', amounts)]
  if (heldCents > feeCents)
    return [t('It is taken from the {held} reserved on your card; the rest is released.', amounts)]
  if (heldCents === feeCents) return [t('It is taken from what is reserved on your card.')]
  return heldCents > 0
    ? [t('{held} of it is taken from what is reserved on your card, the rest is charged.', amounts)]
    : []
}

/** The same for the office. */
export function describeMoneyForOffice(
  { feeCents = 0, heldCents = 0, paidCents = 0 }: CancelledMoney,
  format: Format,
): string[] {
  const amounts = { held: format(heldCents), paid: format(paidCents) }
  if (feeCents === 0)
    return [
      ...(heldCents > 0
        ? [t('{amount} reserved on the card is released.', { amount: amounts.held })]
        : []),
      ...(paidCents > 0
        ? [t('{amount} that was paid is refunded.', { amount: amounts.paid })]
        : []),
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
