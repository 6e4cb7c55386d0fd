import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { addDays, dateRange, type LocalDate } from '#shared/rules/calendar.ts'
import { explainsItself, type Outdated } from '#shared/rules/daily-close.ts'
import { completeUntil, type BusinessDay, businessDayOf } from '../business-day.ts'
import { type Difference, differencesOf, mostDifferences, sidesOf } from './differences.ts'
import { type Drawer, drawerOf } from './drawer.ts'
import {
  type Figures,
  figuresBetween,
  netOfEach,
  type Pending,
  pendingOf,
  unfinishedOf,
} from './figures.ts'
import {
  comparisonOf,
  firstDay,
  type Problem,
  problemsOf,
  type SignOff,
  signOffsOf,
} from './records.ts'

/** Days in the chart, including the selected one. */
const chartDays = 14

export type Compared = {
  readAt: Date
  /** The day was over when its list was read, so the list is complete. */
  whole: boolean
  sides: Awaited<ReturnType<typeof sidesOf>>
  differences: Difference[]
  /** There are more differences than listed. */
  more: boolean
  /** The number still unexplained. */
  open: number
  /** Why the comparison no longer holds for the day; null while it does. */
  outdated: Outdated | null
}

/** A business day's money. Amounts are cents. */
export type DayClose = {
  day: BusinessDay
  first: LocalDate
  takesCards: boolean
  figures: Figures
  pending: Pending[]
  pendingCents: number
  /** Visits under way or not recorded. */
  unfinished: number
  compared: Compared | null
  problems: Problem[]
  signOffs: SignOff[]
  drawer: Drawer
}

export async function closeOf(date: LocalDate): Promise<DayClose> {
  const day = businessDayOf(date)
  const [figures, pending, unfinished, compared, problems, signOffs, first] = await Promise.all([
    figuresBetween(day.from, day.to),
    pendingOf(date),
    unfinishedOf(date),
    comparedDay(day),
    problemsOf(day),
    signOffsOf(date),
    firstDay(),
  ])
  const drawer = await drawerOf(day, figures.total.cash)
  return {
    day,
    first,
    drawer,
    takesCards: services().cards !== undefined,
    figures,
    pending,
    pendingCents: pending.reduce((sum, { cents }) => sum + cents, 0),
    unfinished,
    compared,
    problems,
    signOffs,
  }
}

/** A day's comparison; null without one. */
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

/** The net income of each day up to this one, in cents. */
export async function netOfDaysUpTo(date: LocalDate): Promise<{ date: LocalDate; net: number }[]> {
  const dates = dateRange(addDays(date, 1 - chartDays), date).filter(
    (one) => businessDayOf(one).from <= now(),
  )
  const nets = dates.length > 0 ? await netOfEach(dates.map(businessDayOf)) : []
  return dates.map((one, at) => ({ date: one, net: nets[at] ?? 0 }))
}
