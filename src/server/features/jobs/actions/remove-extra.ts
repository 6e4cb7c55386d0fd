import { eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-extras.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import { chargedCents, extraRows, extraThen, ownExtra } from '../extra-rows.ts'
import { timeOfStep } from '../time-of-work.ts'
import { lockOpenJob } from './lock-open-job.ts'

/**
 * Takes an extra away, and off the job's total; the history keeps what it was. Throws NotFound, Forbidden for another's,
 * Conflict once the work is over.
 */
export async function removeExtra(
  person: Person,
  { id: jobId, extraId }: { id: string; extraId: string },
): Promise<void> {
  await transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const extra = ownExtra(person, await extraRows(jobId), extraId)
    const { at } = await timeOfStep(jobId, 'extra_removed')
    await db().delete(jobExtras).where(eq(jobExtras.id, extraId))
    const less = chargedCents(extra)
    await changeActiveJob(job, { extrasCents: sql`${jobs.extrasCents} - ${less}` })
    const data = { extraId, ...extraThen(extra) }
    await happened({ event: 'extra_removed', job, by: person.id, at, data })
  })
}
