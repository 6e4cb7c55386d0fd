import { t } from '../texts/t.ts'
import { decimalFromCents } from './money.ts'
import { describeFees, type FeePolicy } from './fees.ts'

/** Raised whenever the wording below changes. */
const wordingVersion = '2026-11'

/** What a customer agrees to when a card is put on file, a few sentences. `format` says cents as people read them. */
export function describeConsent(
  policy: FeePolicy & { brandName: string },
  format: (cents: number) => string,
): string {
  const fees = describeFees(policy, format)
  return [
    t(
      'You agree that {brand} keeps this card for this visit, reserves the amount, and charges the final amount after the service. If extras make it more, the difference is charged to this card.',
      { brand: policy.brandName },
    ),
    ...(fees.length > 0 ? [t('So are these fees:'), ...fees] : []),
  ].join(' ')
}

/** What is recorded as agreed to: the wording, and the fees it named. */
export function consentVersion(policy: FeePolicy): string {
  const { cancelFeeCents, cancelFeeWithinHours: hours, notDoneFeeCents } = policy
  return [
    wordingVersion,
    ...(cancelFeeCents > 0
      ? [`cancelled within ${hours} h ${decimalFromCents(cancelFeeCents)}`]
      : []),
    ...(notDoneFeeCents > 0 ? [`not done up to ${decimalFromCents(notDoneFeeCents)}`] : []),
  ].join('; ')
}
