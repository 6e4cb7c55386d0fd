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
    t(
      'You agree that {brand} keeps this card for this visit, reserves the amount, and charges the final amount after the service. If extras make it more, the difference is charged to this card.',
      { brand },
    ),
    ...(fees.length > 0 ? [t('So are these fees:'), ...fees] : []),
  ].join(' ')
}

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
