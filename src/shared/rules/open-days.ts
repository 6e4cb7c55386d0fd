import { addDays } from './calendar.ts'

/** Booking days shown at first, and added on request. */
export const stretchDays = 31

/** From the first bookable date, at most to the last. Business-local dates. */
export function daysShown(
  business: { today: string; earliestDate: string | null; latestDate: string },
  days = stretchDays,
): { from: string; to: string } {
  const from = business.earliestDate ?? business.today
  const to = addDays(from, days - 1)
  return { from, to: to < business.latestDate ? to : business.latestDate }
}
