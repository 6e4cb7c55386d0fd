import type { AnsweredLine } from '../rules/approvals.ts'
import { formatCents } from '../texts/format.ts'
import { t } from '../texts/t.ts'

/** The sentence beside the button or signature; `cents` with sales tax. */
export function wordsOfAnswer(
  lines: readonly Pick<AnsweredLine, 'approved'>[],
  cents: number,
): string {
  const approved = lines.filter((line) => line.approved).length
  if (approved === 0) return t('I decline these charges.')
  return approved === lines.length
    ? t('I approve these charges: {total} in all.', { total: formatCents(cents) })
    : t('I approve the charges marked as approved: {total} in all.', { total: formatCents(cents) })
}

/** The sentence above the button that books. */
export const wordsOfBooking = (cents: number): string =>
  t('I agree to the total of {total}.', { total: formatCents(cents) })
