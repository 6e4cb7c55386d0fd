import type { Vehicle } from '#shared/contract/vehicles.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { nextService } from '#shared/rules/next-service.ts'
import { formatMonth, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Estimated miles, rounded to their precision: "52,000". */
export const aboutMiles = (miles: number): string => formatNumber(Math.round(miles / 100) * 100)

/** A car's next service in one line, and whether it is due; null without data. */
export function serviceHint(
  vehicle: Vehicle,
  today: LocalDate,
): { words: string; due: boolean } | null {
  if (vehicle.hasActiveJob) return { words: t('A visit is booked'), due: false }
  const next = nextService(vehicle, today)
  if (next.state === 'none') return null
  if (next.state === 'due') return { words: t('Due now'), due: true }
  const month = formatMonth(next.date, { short: true })
  const words =
    next.atMiles === null
      ? t('Due about {month}', { month })
      : t('Due about {month} or {miles} mi', { month, miles: aboutMiles(next.atMiles) })
  return { words, due: false }
}
