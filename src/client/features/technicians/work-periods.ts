import type { TechnicianWork } from '#shared/contract/technician-work.ts'
import { addDays, type LocalDate, startOfMonth, startOfWeek } from '#shared/rules/calendar.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'

export type Range = { from: LocalDate; to: LocalDate }

/** The week and the month so far. */
export const rangesOf = (today: LocalDate): Record<'week' | 'month', Range> => ({
  week: { from: startOfWeek(today), to: today },
  month: { from: startOfMonth(today), to: today },
})

/** More bars than these are drawn a week each. */
const mostBars = 31

/** Cash of each day, or of each week of a long range. */
export function cashBars({ days, to }: TechnicianWork) {
  const isLong = days.length > mostBars
  const steps = new Map<LocalDate, number>()
  for (const { date, cash } of days) {
    const key = isLong ? startOfWeek(date) : date
    steps.set(
      key,
      (steps.get(key) ?? 0) + (centsFromDecimal(cash.replace('-', '')) ?? 0) * sign(cash),
    )
  }
  return [...steps].map(([date, cents]) => ({
    label: isLong ? `${formatDay(date)} – ${formatDay(addDays(date, 6))}` : formatDay(date),
    shortLabel: String(Number(date.slice(8))),
    value: cents,
    text: formatCents(cents),
    highlight: date === to,
  }))
}

const sign = (amount: string) => (amount.startsWith('-') ? -1 : 1)
