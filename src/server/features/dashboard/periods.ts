import { businessDate, sameHour, startOfBusinessDay } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import {
  addDays,
  addMonths,
  dateRange,
  type LocalDate,
  startOfMonth,
  startOfWeek,
} from '#shared/rules/calendar.ts'
import { isOpenDay } from '#shared/rules/weekly-hours.ts'

/** From the first instant until before the second. */
export type Period = readonly [from: Date, to: Date]

/** Days in the chart, including today. */
const chartDays = 14

/**
 * The dashboard's periods, from business-local midnights. A week or month still running is compared with the same part of
 * the one before, or every Monday would look like a collapse.
 */
export function dashboardPeriods(now: Date) {
  const today = businessDate(now)
  const week = startOfWeek(today)
  const month = startOfMonth(today)
  const monthBefore = startOfMonth(addDays(month, -1))
  const dayOfMonthBefore = addMonths(today, -1)
  return {
    compared: comparedDay(today, now),
    days: dateRange(addDays(today, 1 - chartDays), today).map((date) => ({
      date,
      period: [startOfBusinessDay(date), startOfBusinessDay(addDays(date, 1))] as const,
    })),
    week: runningAndBefore(now, {
      start: week,
      startBefore: addDays(week, -7),
      dayBefore: addDays(today, -7),
    }),
    month: runningAndBefore(now, {
      start: month,
      startBefore: monthBefore,
      // February has no 30th: then the whole month is compared.
      dayBefore: dayOfMonthBefore.slice(8) === today.slice(8) ? dayOfMonthBefore : null,
    }),
  }
}

/** The latest open day before today, up to the current time of day; null while closed today, with nothing to compare. */
function comparedDay(today: LocalDate, now: Date): { date: LocalDate; period: Period } | null {
  const settings = currentSettings()
  if (!isOpenDay(today, settings)) return null
  const days = Array.from({ length: 7 }, (_, ago) => addDays(today, -1 - ago))
  const date = days.find((day) => isOpenDay(day, settings)) ?? addDays(today, -7)
  return { date, period: [startOfBusinessDay(date), sameHour(now, date)] }
}

/** `dayBefore` is where the earlier period ends, business-local; null for all of it. */
type Running = { start: LocalDate; startBefore: LocalDate; dayBefore: LocalDate | null }

function runningAndBefore(now: Date, { start, startBefore, dayBefore }: Running) {
  const from = startOfBusinessDay(start)
  const until = dayBefore ? sameHour(now, dayBefore) : from
  return {
    running: [from, new Date(now.getTime() + 1)] as Period,
    before: [startOfBusinessDay(startBefore), until < from ? until : from] as Period,
  }
}
