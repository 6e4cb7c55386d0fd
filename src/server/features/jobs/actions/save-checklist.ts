import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { type Ticking, tickedAfter } from '#shared/rules/checklist.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'

/** Saves the ticked items, in the order of work. Throws NotFound, or Conflict once the work is over. */
export async function saveChecklist(person: Person, id: string, ticking: Ticking): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    // Of two concurrent changes, the second sees the first.
    const [row = job] = await db()
      .select({ checklist: jobs.checklist })
      .from(jobs)
      .where(eq(jobs.id, id))
      .for('update')
    const checklist = tickedAfter(row.checklist, ticking)
    await changeActiveJob(job, { checklist })
    const data = { ticked: checklist.length }
    const { at } = await timeOfStep(id, 'checklist_saved')
    await happened({ event: 'checklist_saved', job, by: person.id, at, data })
  })
}
