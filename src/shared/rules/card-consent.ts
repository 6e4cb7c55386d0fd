import { t } from '../texts/t.ts'
import { decimalFromCents } from './money.ts'
import { describeVisitFees, type FeeFormats, hasOwnInstant, type VisitFees } from './fees.ts'

/** Raised whenever the wording below changes. */
const wordingVersion = '2026-11'

type Agreed = { fees: VisitFees; startsAt: Date }

/** What a customer agrees to when a card is put on file for a visit, a few sentences. */
export function describeConsent(
  brand: string,
  { fees: policy, startsAt }: Agreed,
  formats: FeeFormats,
): string {
  const fees = describeVisitFees(policy, startsAt, formats)
  return [
    describeCardUse(brand),
    ...(fees.length > 0 ? [t('So are these fees:'), ...fees] : []),
  ].join(' ')
}

/** The same for an amount that is reserved with a wallet, where nothing is put on file. */
export function describeWalletConsent(
  brand: string,
  { fees: policy, startsAt }: Agreed,
  formats: FeeFormats,
): string {
  const fees = describeVisitFees(policy, startsAt, formats)
  return [
    t(
      'You agree that {brand} reserves the amount now and charges the final amount after the service. The card is not kept: if extras make it more and your bank does not add them, you get a link to pay the difference.',
      { brand },
    ),
    ...(fees.length > 0 ? [t('These fees are charged too:'), ...fees] : []),
  ].join(' ')
}

/** The part of it that is the same for every visit. */
export const describeCardUse = (brand: string): string =>
  t(
    'You agree that {brand} keeps this card for this visit, reserves the amount, and charges the final amount after the service. If extras make it more, the difference is charged to this card.',
    { brand },
  )

/** What a customer agrees to who keeps a card for visits to come, a few sentences. */
export const describeKeeping = (brand: string): string =>
  t(
    '{brand} keeps this card for the visits you book, and uses it only for those you choose it for. You can remove it at any time under "Your Cards".',
    { brand },
  )

/** What is recorded as agreed to by that. */
export const keepingVersion = 'kept 2026-11'

/** What is recorded beside it of an amount that is reserved with a wallet: nothing is kept. */
export const walletVersion = 'wallet 2026-11'

/** What is recorded as agreed to: the wording, and the fees it named. */
export function consentVersion({ fees, startsAt }: Agreed): string {
  const { cancelFeeCents, cancelFeeWithinHours: hours, cancelFreeUntil, notDoneFeeCents } = fees
  const late = hasOwnInstant(fees, startsAt)
    ? `after ${cancelFreeUntil.toISOString()}`
    : `within ${hours} h`
  return [
    wordingVersion,
    ...(cancelFeeCents > 0 ? [`cancelled ${late} ${decimalFromCents(cancelFeeCents)}`] : []),
    ...(notDoneFeeCents > 0 ? [`not done up to ${decimalFromCents(notDoneFeeCents)}`] : []),
  ].join('; ')
}
