import type { LocalDate } from './calendar.ts'
import type { JobStatus } from './jobs.ts'

type BookedVisit = { vehicleId: string; scheduledDate: LocalDate; status: JobStatus }

/** The dates on which a car has as many visits as it may have on a day; `most` 0 limits nothing. */
export function datesTaken(
  vehicleId: string,
  visits: readonly BookedVisit[],
  most: number,
): LocalDate[] {
  if (most === 0) return []
  const dates = visits
    .filter((visit) => visit.vehicleId === vehicleId && visit.status !== 'cancelled')
    .map(({ scheduledDate }) => scheduledDate)
  return [...new Set(dates)].filter((date) => dates.filter((one) => one === date).length >= most)
}
