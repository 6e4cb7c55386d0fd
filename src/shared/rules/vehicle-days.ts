import type { LocalDate } from './calendar.ts'
import type { JobStatus } from './jobs.ts'

type BookedVisit = { vehicleId: string; scheduledDate: LocalDate; status: JobStatus }

/** Dates on which a car has reached its maximum of visits; `most` 0 means no limit. */
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
