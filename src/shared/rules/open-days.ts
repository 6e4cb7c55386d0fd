import { addDays } from './calendar.ts'

/** Days of a booking that are shown at first, and added when somebody asks for later ones. */
export const stretchDays = 31

/** From the first date that can be booked, at most to the last. Business-local dates. */
export function daysShown(
  business: { today: string; earliestDate: string | null; latestDate: string },
  days = stretchDays,
): { from: string; to: string } {
  const from = business.earliestDate ?? business.today
  const to = addDays(from, days - 1)
  return { from, to: to < business.latestDate ? to : business.latestDate }
}
