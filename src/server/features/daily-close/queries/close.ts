import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { addDays, dateRange, type LocalDate } from '#shared/rules/calendar.ts'
import { explainsItself, type Outdated } from '#shared/rules/daily-close.ts'
import { type BusinessDay, businessDayOf } from '../business-day.ts'
import { completeUntil } from '../complete-until.ts'
import { type Difference, differencesOf, mostDifferences, sidesOf } from './differences.ts'
import { type Figures, figuresBetween, netOfEach, type Pending, pendingOf } from './figures.ts'
import {
  comparisonOf,
  firstDay,
  type Problem,
  problemsOf,
  type SignOff,
  signOffsOf,
} from './records.ts'

/** Days of the chart, the one that is looked at included. */
const chartDays = 14

export type Compared = {
  readAt: Date
  /** The day was over when its list was read, so that nothing can be missing in it. */
  whole: boolean
  sides: Awaited<ReturnType<typeof sidesOf>>
  differences: Difference[]
  /** There are more of them than are listed. */
  more: boolean
  /** How many of them wait for somebody. */
  open: number
  /** Why it does not speak for the day as it is now; null where it does. */
  outdated: Outdated | null
}

/** Everything that is known of a business day's money. Amounts are cents. */
export type DayClose = {
  day: BusinessDay
  first: LocalDate
  takesCards: boolean
  figures: Figures
  pending: Pending[]
  pendingCents: number
  compared: Compared | null
  problems: Problem[]
  signOffs: SignOff[]
}

export async function closeOf(date: LocalDate): Promise<DayClose> {
  const day = businessDayOf(date)
  const [figures, pending, compared, problems, signOffs, first] = await Promise.all([
    figuresBetween(day.from, day.to),
    pendingOf(date),
    comparedDay(day),
    problemsOf(day),
    signOffsOf(date),
    firstDay(),
  ])
  return {
    day,
    first,
    takesCards: services().cards !== undefined,
    figures,
    pending,
    pendingCents: pending.reduce((sum, { cents }) => sum + cents, 0),
    compared,
    problems,
    signOffs,
  }
}

/** What was compared of a day; null where it was not. */
export async function comparedDay(day: BusinessDay): Promise<Compared | null> {
  const comparison = await comparisonOf(day)
  if (!comparison) return null
  const until = completeUntil(day, comparison.readAt)
  const [sides, { differences, bookedSince }] = await Promise.all([
    sidesOf(day),
    differencesOf(day, until),
  ])
  const open = differences.filter(({ kind, note }) => !note && !explainsItself(kind)).length
  const whole = until >= day.to
  const isPart = !whole && now() >= day.to
  return {
    readAt: comparison.readAt,
    whole,
    sides,
    differences: differences.slice(0, mostDifferences),
    more: differences.length > mostDifferences,
    open,
    outdated: bookedSince ? 'booked' : isPart ? 'part' : null,
  }
}

/** What each of the days up to this one brought, in cents. */
export async function netOfDaysUpTo(date: LocalDate): Promise<{ date: LocalDate; net: number }[]> {
  const dates = dateRange(addDays(date, 1 - chartDays), date).filter(
    (one) => businessDayOf(one).from <= now(),
  )
  const nets = dates.length > 0 ? await netOfEach(dates.map(businessDayOf)) : []
  return dates.map((one, at) => ({ date: one, net: nets[at] ?? 0 }))
}
