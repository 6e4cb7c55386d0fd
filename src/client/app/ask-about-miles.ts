import type { CallError } from './call.ts'
import type { Question } from '#client/ui/confirm-dialog.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isTenfold } from '#shared/rules/measurements.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type Reading = NonNullable<Job['lastReading']>

/** Asks to confirm a reading of ten times the last one or more; null for any other. */
export const askAboutMiles = (
  miles: number | undefined,
  before: Reading | undefined,
): Question | null =>
  miles !== undefined && before && isTenfold(miles, before) ? wordsFor(miles, before) : null

/** The same question after the server refused an unconfirmed reading, with the values to send on confirmation. */
export function insistOnMiles<Values>(
  { details }: CallError,
  miles: number | undefined,
  values: Values,
): { question: Question; values: Values & { confirmed: true } } | null {
  const { reason, before } = (details ?? {}) as { reason?: string; before?: Reading }
  if (reason !== 'confirm' || !before || miles === undefined) return null
  return { question: wordsFor(miles, before), values: { ...values, confirmed: true } }
}

function wordsFor(typed: number, before: Reading) {
  const miles = formatNumber(typed)
  return {
    title: t('Really {miles} mi?', { miles }),
    description: t('It read {before} mi on {day}. Your number is at least ten times that.', {
      before: formatNumber(before.miles),
      day: formatDay(before.date, { year: true }),
    }),
    confirmLabel: t('Yes, {miles} mi', { miles }),
    cancelLabel: t('Correct it'),
  }
}
