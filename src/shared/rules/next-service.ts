import { addDays, addMonths, daysBetween, type LocalDate } from './calendar.ts'
import type { OilType } from './oil.ts'

/**
 * How long oil lasts, by miles or months, whichever comes first. Makers allow more on easy roads; these hold for the
 * short trips, heat and idling of a car in town, which most manuals call severe.
 */
export const serviceIntervals = {
  // What manuals of engines made for conventional oil name for severe use.
  conventional: { miles: 5000, months: 6 },
  // A blend keeps its film a little longer; it takes up water in short trips just the same.
  semi_synthetic: { miles: 6000, months: 6 },
  // The lower end of the 7,500 to 10,000 that makers name for synthetic oil; a year is their limit.
  full_synthetic: { miles: 7500, months: 12 },
  // Pickups that tow: makers name 7,500 for heavy and 10,000 to 15,000 for light use.
  diesel_full_synthetic: { miles: 7500, months: 12 },
} as const satisfies Record<OilType, { miles: number; months: number }>

/** What an odometer showed on a business-local date. */
export type OdometerReading = { date: LocalDate; miles: number }

export type ServiceFacts = {
  /** Null when it is not known or the car needs none. */
  oilType: OilType | null
  lastServiceDate: LocalDate | null
  /** Read by the technician during that service. */
  lastServiceMiles: number | null
  /** In any order. */
  odometer: readonly OdometerReading[]
}

export type NextService =
  /** Nothing is known to count from. */
  | { state: 'none' }
  | {
      state: 'ahead' | 'due'
      /** When it is expected: the earlier of `byDate` and the day on which `atMiles` is reached. */
      date: LocalDate
      byDate: LocalDate
      /** Null where the miles of the last service are not known. */
      atMiles: number | null
      /** Null without readings that span at least 30 days. */
      milesPerDay: number | null
      /** How much of the time until `date` has passed, 0 to 1. */
      used: number
    }

/** When the oil is due again: by date or miles, whichever comes first. Never from a number nobody measured. */
export function nextService(facts: ServiceFacts, today: LocalDate): NextService {
  const { oilType, lastServiceDate } = facts
  if (!oilType || !lastServiceDate) return { state: 'none' }
  const interval = serviceIntervals[oilType]
  const readings = allReadings(facts)
  const serviceMiles = facts.lastServiceMiles ?? milesOn(readings, lastServiceDate)
  const byDate = addMonths(lastServiceDate, interval.months)
  const atMiles = serviceMiles === null ? null : Math.round(serviceMiles + interval.miles)
  const milesPerDay = rateOf(readings)
  const reached = atMiles === null ? null : reachedOn(atMiles, readings, milesPerDay)
  const date = reached !== null && reached < byDate ? reached : byDate
  const due = date <= today
  const whole = daysBetween(lastServiceDate, date)
  const passed = Math.max(0, daysBetween(lastServiceDate, today))
  return {
    state: due ? 'due' : 'ahead',
    date,
    byDate,
    atMiles,
    milesPerDay,
    used: due ? 1 : passed / whole,
  }
}

/** Oldest first; the technician's reading counts like any other. */
function allReadings(facts: ServiceFacts): OdometerReading[] {
  const { lastServiceDate: date, lastServiceMiles: miles, odometer } = facts
  const known = odometer.some((reading) => reading.date === date)
  const own = date !== null && miles !== null && !known ? [{ date, miles }] : []
  return [...odometer, ...own].toSorted((one, other) => daysBetween(other.date, one.date))
}

/** Miles on a date between two readings, or on the day of one; null outside of them. */
function milesOn(readings: readonly OdometerReading[], date: LocalDate): number | null {
  const before = readings.findLast((reading) => reading.date <= date)
  const after = readings.find((reading) => reading.date >= date)
  if (!before || !after) return null
  const days = daysBetween(before.date, after.date)
  const share = days === 0 ? 0 : daysBetween(before.date, date) / days
  return before.miles + (after.miles - before.miles) * share
}

const leastRateDays = 30

/** Miles a day over the last year of readings, over all of them where that year has too few. */
function rateOf(readings: readonly OdometerReading[]): number | null {
  const newest = readings.at(-1)
  if (!newest) return null
  const yearBefore = addDays(newest.date, -365)
  const starts = [readings.find(({ date }) => date >= yearBefore), readings[0]]
  for (const start of starts) {
    const days = start ? daysBetween(start.date, newest.date) : 0
    // Readings that run backwards tell nothing.
    if (start && days >= leastRateDays && newest.miles >= start.miles)
      return (newest.miles - start.miles) / days
  }
  return null
}

/** The day on which the odometer shows that many miles; null when nothing tells. */
function reachedOn(
  miles: number,
  readings: readonly OdometerReading[],
  milesPerDay: number | null,
): LocalDate | null {
  const newest = readings.at(-1)
  if (!newest) return null
  const already = readings.find((reading) => reading.miles >= miles)
  if (already) return already.date
  if (!milesPerDay) return null
  const days = Math.ceil((miles - newest.miles) / milesPerDay)
  // Beyond any calendar the date alone decides.
  return days > 36_500 ? null : addDays(newest.date, days)
}
