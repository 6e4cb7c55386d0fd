import { and, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { endTalk } from '#server/features/chat/actions/end-talk.ts'
import { worksNow } from '#server/features/technicians/queries.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { moveJob, recordJobEvent } from '../change-job.ts'
import { loadJob } from '../queries.ts'
import { tellTechnician } from '../technician-news.ts'
import { confirmed, recordConfirmation } from './confirm-request.ts'

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
      const job = await loadJob(person, id)
      if (job.technicianId === technicianId) return
      if (technicianId === null) await moveJob(person, job, 'unassign', { technicianId })
      else {
        await assertMayWork(technicianId)
        await moveJob(person, job, 'assign', { technicianId, ...confirmed(job) })
      }
      await endTalk(job, person.id, 'reassigned')
      await recordJobEvent(id, person.id, technicianId ? 'assigned' : 'unassigned', {
        technicianId,
      })
      // With the confirmation of a request its technician hears of it too.
      if (job.needsConfirmation) await recordConfirmation(person, job)
      else if (technicianId) await tellTechnician(job, technicianId, t('New visit'))
      if (job.technicianId)
        await tellTechnician(job, job.technicianId, t('Visit taken off your list'))
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
    .where(and(eq(users.id, technicianId), sql.raw(worksNow)))
    .for('share')
  if (!technician) throw new NotFound(phrase('There is no active technician like this.'))
}
