import { and, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { isActiveTechnician } from '#server/features/technicians/queries.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from '../change-job.ts'
import type { JobRow } from '../job-row.ts'
import { loadJob } from '../queries.ts'
import { givenMeanwhile } from '../queries/changed-meanwhile.ts'
import { takeOn, untilASeatIsTaken } from './confirm-request.ts'

/** `seen`: whose it was on the screen. */
type Wanted = { technicianId: string | null; seen?: { technicianId: string | null } | undefined }

/**
 * Names the technician of a job, or nobody (null); a request is confirmed by it, with a seat. Answers the job as it
 * was. Throws NotFound for a technician who may not work, Conflict when the work has started, the technician has
 * another visit at that time, there is no seat for the request, or somebody has given it to another meanwhile.
 */
export async function assignJob(person: Person, id: string, wanted: Wanted): Promise<JobRow> {
  try {
    return await untilASeatIsTaken(() => assign(person, id, wanted))
  } catch (error) {
    if (isUniqueViolation(error, 'jobs_technician')) throw new Conflict(doubleBooked())
    throw error
  }
}

function assign(person: Person, id: string, { technicianId, seen }: Wanted): Promise<JobRow> {
  return transaction(async () => {
    const before = await loadJob(person, id)
    const formerTechnicianId = before.technicianId
    if (formerTechnicianId === technicianId) return before
    if (seen && seen.technicianId !== formerTechnicianId) throw await givenMeanwhile(before)
    const job = { ...before, technicianId }
    const time = { date: job.serviceDate, slot: job.slot }
    if (technicianId === null) {
      await transitionJob(person, before, 'unassign', { technicianId })
      if (formerTechnicianId)
        await happened({
          event: 'job_unassigned',
          job,
          by: person.id,
          data: { ...time, formerTechnicianId },
        })
      return before
    }
    await assertMayWork(technicianId)
    const confirms = before.needsConfirmation && isNotStarted(before.status)
    if (confirms) await takeOn(person, before, { technicianId, autoAssign: false })
    else await transitionJob(person, before, 'assign', { technicianId })
    await happened({
      event: 'job_assigned',
      job,
      by: person.id,
      data: { ...time, technicianId, formerTechnicianId, confirms },
    })
    return before
  })
}

export const doubleBooked = () =>
  phrase('This technician already has a visit at that time. Please choose another technician.')

/**
 * Throws NotFound unless this is a technician who may work. The lock makes a deactivation that happens at this moment
 * wait, and then release the job too that they get in this transaction.
 */
export async function assertMayWork(technicianId: string): Promise<void> {
  const [technician] = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, technicianId), sql.raw(isActiveTechnician)))
    .for('share')
  if (!technician) throw new NotFound(phrase('There is no such active technician.'))
}
