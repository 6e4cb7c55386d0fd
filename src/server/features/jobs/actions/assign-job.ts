import { and, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { isActiveTechnician } from '#server/features/technicians/queries.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from '../change-job.ts'
import { loadJob } from '../queries.ts'
import { confirmed } from './confirm-request.ts'

/**
 * Names the technician of a job, or nobody (null); a request is confirmed by it. Throws NotFound for a technician who may not work, Conflict
 * when the work has started or the technician has another visit at that time.
 */
export async function assignJob(
  person: Person,
  id: string,
  technicianId: string | null,
): Promise<void> {
  try {
    await transaction(async () => {
      const before = await loadJob(person, id)
      const formerTechnicianId = before.technicianId
      if (formerTechnicianId === technicianId) return
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
        return
      }
      await assertMayWork(technicianId)
      await transitionJob(person, before, 'assign', { technicianId, ...confirmed(before) })
      const confirms = before.needsConfirmation
      if (confirms) await happened({ event: 'job_confirmed', job, by: person.id, data: time })
      await happened({
        event: 'job_assigned',
        job,
        by: person.id,
        data: { ...time, technicianId, formerTechnicianId, confirms },
      })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'jobs_technician')) throw new Conflict(doubleBooked())
    throw error
  }
}

const doubleBooked = () =>
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
