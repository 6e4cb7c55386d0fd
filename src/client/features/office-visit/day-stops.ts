import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { slotNumber } from '#shared/rules/slots.ts'

/** A technician's visits of the day of this one, in order, this one among them; it alone where nobody has it or it is cancelled. */
export function stopsAround(
  job: BoardVisit,
  day: readonly BoardVisit[],
): { stops: BoardVisit[]; at: number } {
  if (job.technicianId === null || job.status === 'cancelled') return { stops: [job], at: 0 }
  const others = day.filter(
    ({ id, technicianId, status, scheduledDate }) =>
      id !== job.id &&
      technicianId === job.technicianId &&
      scheduledDate === job.scheduledDate &&
      status !== 'cancelled',
  )
  const stops = [...others, job].toSorted(
    (a, b) => slotNumber(a.scheduledTime) - slotNumber(b.scheduledTime),
  )
  return { stops, at: stops.indexOf(job) }
}
