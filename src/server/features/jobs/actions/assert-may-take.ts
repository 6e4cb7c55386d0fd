import { lockWorker, type RosterEntry } from '#server/reads/roster.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { assignmentRefusal, ownRefusalPhrase, refusalPhrase } from '#shared/rules/assignment.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { type JobRow, visitOf } from '#server/reads/job-row.ts'

/**
 * The technician, who may take the visit where it is, apart from other visits then, of which the database decides; so it
 * stays until the transaction ends. Throws NotFound unless they may work, Conflict with `details.refusal` when they do not
 * work at that time or lack the skill, in words to the person asking.
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

/** The Conflict for a technician who is somewhere else then. */
export const doubleBooked = (technicianId: string | null) =>
  new Conflict(
    phrase('This technician already has a visit at that time. Please choose another technician.'),
    { reason: 'technician', technicianId, refusal: { reason: 'busy' } },
  )
