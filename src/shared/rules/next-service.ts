import { addDays, addMonths, daysBetween, type LocalDate } from './calendar.ts'
import type { OilType } from './oil.ts'

/**
 * Oil life in miles or months, whichever comes first. Makers allow more on easy roads; these suit the short trips, heat and
 * idling of city cars, which most manuals call severe use.
 */
export const serviceIntervals = {
  // Manuals of engines made for conventional oil give this for severe use.
  conventional: { miles: 5000, months: 6 },
  // A blend's film lasts a little longer, but it absorbs water on short trips just the same.
  semi_synthetic: { miles: 6000, months: 6 },
  // The low end of the makers' 7,500 to 10,000 for synthetic oil; a year is their limit.
  full_synthetic: { miles: 7500, months: 12 },
  // Pickups that tow: makers give 7,500 for heavy and 10,000 to 15,000 for light use.
  diesel_full_synthetic: { miles: 7500, months: 12 },
} as const satisfies Record<OilType, { miles: number; months: number }>

/** An odometer reading on a business-local date. */
export type OdometerReading = { date: LocalDate; miles: number }

export type ServiceFacts = {
  /** Null if unknown or the car needs none. */
  oilType: OilType | null
  lastServiceDate: LocalDate | null
  /** Read by the technician at that service. */
  lastServiceMiles: number | null
  /** In any order. */
  odometer: readonly OdometerReading[]
}

export type NextService =
  /** There is nothing to estimate from. */
  | { state: 'none' }
  | {
      state: 'ahead' | 'due'
      /** Expected date: the earlier of `byDate` and the day `atMiles` is reached. */
      date: LocalDate
      byDate: LocalDate
      /** Null if the mileage of the last service is unknown. */
      atMiles: number | null
      /** Null unless readings span at least 30 days. */
      milesPerDay: number | null
      /** Elapsed share of the time until `date`, 0 to 1. */
      used: number
    }

/** When oil is due again: by date or miles, whichever comes first. Uses measured values only. */
export function nextService(facts: ServiceFacts, today: LocalDate): NextService {
  const { oilType, lastServiceDate } = facts
  if (!oilType || !lastServiceDate) return { state: 'none' }
  const interval = serviceIntervals[oilType]
  const readings = allReadings(facts)
  const serviceMiles = facts.lastServiceMiles ?? milesOn(readings, lastServiceDate)
  const byDate = addMonths(lastServiceDate, interval.months)
  const atMiles = serviceMiles === null ? null : Math.round(serviceMiles + interval.miles)
  const milesPerDay = rateOf(readings)
  // A higher reading from before the service contradicts it and tells nothing about the time after it.
  const since = readings.filter((reading) => reading.date >= lastServiceDate)
  const reached = atMiles === null ? null : reachedOn(atMiles, since, milesPerDay)
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

/** Oldest first, including the technician's readings. */
function allReadings(facts: ServiceFacts): OdometerReading[] {
  const { lastServiceDate: date, lastServiceMiles: miles, odometer } = facts
  const known = odometer.some((reading) => reading.date === date)
  const own = date !== null && miles !== null && !known ? [{ date, miles }] : []
  return [...odometer, ...own].toSorted((one, other) => daysBetween(other.date, one.date))
}

/** Miles on a date, interpolated between readings; null outside them. */
export function milesOn(readings: readonly OdometerReading[], date: LocalDate): number | null {
  const before = readings.findLast((reading) => reading.date <= date)
  const after = readings.find((reading) => reading.date >= date)
  if (!before || !after) return null
  const days = daysBetween(before.date, after.date)
  const share = days === 0 ? 0 : daysBetween(before.date, date) / days
  return before.miles + (after.miles - before.miles) * share
}

const leastRateDays = 30

/** Miles a day over the last year of readings, or over all of them if that year has too few. */
export function rateOf(readings: readonly OdometerReading[]): number | null {
  const newest = readings.at(-1)
  if (!newest) return null
  const yearBefore = addDays(newest.date, -365)
  const starts = [readings.find(({ date }) => date >= yearBefore), readings[0]]
  for (const start of starts) {
    const days = start ? daysBetween(start.date, newest.date) : 0
    // Decreasing readings are useless.
    if (start && days >= leastRateDays && newest.miles >= start.miles)
      return (newest.miles - start.miles) / days
  }
  return null
}

/** The day the odometer reaches that many miles; null if unknown. */
export function reachedOn(
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
  // For very low mileage only the date matters.
  return days > 36_500 ? null : addDays(newest.date, days)
}
