import { t } from '../texts/t.ts'
import { decimalFromCents } from './money.ts'
import { describeVisitFees, type FeeFormats, hasOwnInstant, type VisitFees } from './fees.ts'

/** Increase when the wording below changes. */
const wordingVersion = '2026-11-28'

type Agreed = { fees: VisitFees; startsAt: Date }

/**
 * Consent text for a visit's card, a few sentences: one that is stored, or beside wallets, whose cards are not, one for
 * both.
 */
export function describeConsent(
  brand: string,
  { fees: policy, startsAt }: Agreed,
  formats: FeeFormats,
  besideWallets = false,
): string {
  const fees = describeVisitFees(policy, startsAt, formats)
  return [
    besideWallets ? describeEitherUse(brand) : describeCardUse(brand),
    ...(fees.length > 0 ? [t('These fees are charged too:'), ...fees] : []),
  ].join(' ')
}

const describeEitherUse = (brand: string): string =>
  t(
    'You agree that {brand} reserves the amount now and charges the final amount after the service. A card you enter is kept for this visit, and if extras make it more, the difference is charged to it. A wallet’s card is not kept: if your bank does not add the extras, you get a link to pay the difference.',
    { brand },
  )

/** The part common to every visit. */
export const describeCardUse = (brand: string): string =>
  t(
    'You agree that {brand} keeps this card for this visit, reserves the amount, and charges the final amount after the service. If extras make it more, the difference is charged to this card.',
    { brand },
  )

/** Consent text for saving a card for later visits, a few sentences. */
export const describeKeeping = (brand: string): string =>
  t(
    '{brand} keeps this card for the visits you book, and uses it only for those you choose it for. You can remove it at any time under "Your Cards".',
    { brand },
  )

/** Recorded version of that consent. */
export const keepingVersion = 'kept 2026-11'

/** Recorded version for a wallet hold: nothing is stored. */
export const walletVersion = 'wallet 2026-11'

/** Recorded consent: the wording's version and the fees it named. */
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
