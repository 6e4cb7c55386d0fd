import type { Question } from '#client/ui/confirm-dialog.tsx'
import { tenfoldOf } from '#shared/rules/measurements.ts'
import type { OdometerReading } from '#shared/rules/next-service.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Reads a reading of ten times the last one back before it is saved; null for any other. */
export function askAboutMiles(
  typed: OdometerReading,
  known: readonly OdometerReading[],
): Question | null {
  const before = tenfoldOf(typed, known)
  if (!before) return null
  const miles = formatNumber(typed.miles)
  return {
    title: t('Really {miles} mi?', { miles }),
    description: t('It read {before} mi on {day}. This is ten times that or more.', {
      before: formatNumber(before.miles),
      day: formatDay(before.date, { year: true }),
    }),
    confirmLabel: t('Yes, {miles} mi', { miles }),
    cancelLabel: t('Correct it'),
  }
}
