import { t, text, translate } from '../texts/t.ts'
import { addDays, type LocalDate, weekday } from './calendar.ts'

/** ISO weekdays (1 Monday … 7 Sunday) the business works, ascending. */
export type ServiceDays = readonly number[]

export const weekdayNames = [
  text('Monday'),
  text('Tuesday'),
  text('Wednesday'),
  text('Thursday'),
  text('Friday'),
  text('Saturday'),
  text('Sunday'),
] as const

export function isServiceDay(date: LocalDate, days: ServiceDays): boolean {
  return days.includes(weekday(date))
}

/** The first open day at least `leadDays` after `today`, in two weeks; undefined if no day is open. */
export function earliestServiceDate(
  today: LocalDate,
  leadDays: number,
  isOpen: (date: LocalDate) => boolean,
): LocalDate | undefined {
  for (let ahead = leadDays; ahead < leadDays + 14; ahead++) {
    const date = addDays(today, ahead)
    if (isOpen(date)) return date
  }
  return undefined
}

/** First and last bookable date, both included; `first` is undefined if no day is open. */
export type BookingWindow = { first: LocalDate | undefined; last: LocalDate }

/** `todayIsOver`: today's last slot has started, so today is not bookable even without lead days. */
export function bookingWindow(facts: {
  today: LocalDate
  todayIsOver: boolean
  leadDays: number
  horizonDays: number
  isOpen: (date: LocalDate) => boolean
}): BookingWindow {
  const { today, todayIsOver, leadDays, horizonDays, isOpen } = facts
  const lead = todayIsOver ? Math.max(1, leadDays) : leadDays
  return {
    first: earliestServiceDate(today, lead, isOpen),
    last: addDays(today, horizonDays),
  }
}

/** The open days in words: "Monday to Saturday", "Tuesday, Thursday", "Saturday". */
export function describeServiceDays(days: ServiceDays): string {
  return runsOf(days)
    .flatMap((run) =>
      run.length > 2
        ? [t('{first} to {last}', { first: dayName(run[0]), last: dayName(run.at(-1)) })]
        : run.map(dayName),
    )
    .join(', ')
}

/** Title and sentence for a closed date; the fixed text for a Sunday. */
export function closedDayMessage(days: ServiceDays, date: LocalDate) {
  const title = t('Invalid Service Day')
  const closed = dayName(weekday(date))
  const [run = [], ...others] = runsOf(days)
  const message =
    run.length > 2 && others.length === 0
      ? t(
          "Please select a date between {first} and {last}. We don't provide service on {closed}s.",
          { first: dayName(run[0]), last: dayName(run.at(-1)), closed },
        )
      : t("Please select a date on {days}. We don't provide service on {closed}s.", {
          days: describeServiceDays(days),
          closed,
        })
  return { title, message }
}

const dayName = (day = 1) => translate(weekdayNames[day - 1] ?? '')

/** Groups of consecutive numbers. */
export function runsOf<N extends number>(numbers: readonly N[]): N[][] {
  const runs: N[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs
}
