import { businessDate, sameHour, startOfBusinessDay } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import {
  addDays,
  dateRange,
  type LocalDate,
  startOfMonth,
  startOfWeek,
} from '#shared/rules/calendar.ts'
import { isServiceDay } from '#shared/rules/service-days.ts'

/** From the first instant up to, not including, the second. */
export type Period = readonly [from: Date, to: Date]

/** Days of the chart, today included. */
const chartDays = 14

/**
 * The stretches of time the dashboard adds up, at business-local midnight. A week or month that is still running
 * is compared with the same stretch of the one before, or every Monday would look like a collapse.
 */
export function dashboardPeriods(now: Date) {
  const today = businessDate(now)
  const week = startOfWeek(today)
  const month = startOfMonth(today)
  return {
    compared: comparedDay(today, now),
    days: dateRange(addDays(today, 1 - chartDays), today).map((date) => ({
      date,
      period: [startOfBusinessDay(date), startOfBusinessDay(addDays(date, 1))] as const,
    })),
    week: runningAndBefore(week, addDays(week, -7), now),
    month: runningAndBefore(month, startOfMonth(addDays(month, -1)), now),
  }
}

/**
 * The newest open day before today, up to the hour that it is now; null while today is closed, when there is nothing to
 * compare.
 */
function comparedDay(today: LocalDate, now: Date): { date: LocalDate; period: Period } | null {
  const { serviceDays } = currentSettings()
  if (!isServiceDay(today, serviceDays)) return null
  let date = addDays(today, -1)
  while (!isServiceDay(date, serviceDays)) date = addDays(date, -1)
  return { date, period: [startOfBusinessDay(date), sameHour(now, date)] }
}

function runningAndBefore(start: string, startBefore: string, now: Date) {
  const [from, fromBefore] = [startOfBusinessDay(start), startOfBusinessDay(startBefore)]
  const elapsed = now.getTime() - from.getTime()
  const toBefore = new Date(Math.min(fromBefore.getTime() + elapsed, from.getTime()))
  return {
    running: [from, new Date(now.getTime() + 1)] as Period,
    before: [fromBefore, toBefore] as Period,
  }
}
