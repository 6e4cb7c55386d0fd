import { lockWorker, type RosterEntry } from '#server/reads/roster.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { assignmentRefusal, ownRefusalPhrase, refusalPhrase } from '#shared/rules/assignment.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { type JobRow, visitOf } from '#server/reads/job-row.ts'

/**
 * Returns the technician, locked until the transaction ends, if they may take the visit; double bookings are left to the
 * database. Throws NotFound unless they are active, Conflict with `details.refusal` when they are not working then or lack
 * the skill, worded for the person asking.
 */
export async function assertMayTake(
  technicianId: string,
  job: JobRow,
  person: Person,
): Promise<RosterEntry> {
  const worker = await lockWorker(technicianId, job.serviceDate)
  if (!worker) throw new NotFound(phrase('There is no such active technician.'))
  const refusal = assignmentRefusal(worker, visitOf(job), [])
  if (!refusal) return worker
  const formats = { formatDay, formatClock }
  throw new Conflict(
    person.id === technicianId
      ? ownRefusalPhrase(refusal, formats)
      : refusalPhrase(worker.name || '?', refusal, formats),
    { reason: 'technician', technicianId, refusal },
  )
}

/** The Conflict for a technician who has another visit at that time. */
export const doubleBooked = (technicianId: string | null) =>
  new Conflict(
    phrase('This technician already has a visit at that time. Please choose another technician.'),
    { reason: 'technician', technicianId, refusal: { reason: 'busy' } },
  )
