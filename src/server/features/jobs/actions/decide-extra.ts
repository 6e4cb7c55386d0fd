import { and, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-extras.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob, toExtra } from '../queries.ts'

/**
 * The customer's word on an extra above the limit; a yes raises the job's total with it. Throws NotFound, Conflict
 * when it was decided before or the work is over.
 */
export async function decideExtra(
  person: Person,
  { id, extraId }: { id: string; extraId: string },
  approved: boolean,
): Promise<JobExtra> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    const ofJob = and(eq(jobExtras.id, extraId), eq(jobExtras.jobId, id))
    const [known] = await db().select().from(jobExtras).where(ofJob)
    if (!known) throw new NotFound(phrase('This extra no longer exists.'))
    const charged = approved ? known.totalCents : 0
    await changeActiveJob(job, { extrasCents: sql`${jobs.extrasCents} + ${charged}` })
    const approval = approved ? 'approved' : 'declined'
    const [row] = await db()
      .update(jobExtras)
      .set({ approval })
      .where(and(ofJob, eq(jobExtras.approval, 'waiting')))
      .returning()
    if (!row) throw new Conflict(phrase('This has already been decided.'))
    const { description, totalCents } = row
    await happened({
      event: 'extra_decided',
      job,
      by: person.id,
      data: { extraId, description, totalCents, approved },
    })
    return toExtra(row)
  })
}
