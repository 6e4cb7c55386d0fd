import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { positionShares } from '#server/database/tables/jobs.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { tellSockets } from './tell-sockets.ts'

/** Forgets where the technician of a job is; again is no error. Throws NotFound. */
export async function stopPosition(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await forgetPosition(job)
  })
}

/** The same in the current transaction, for whoever has loaded the job. */
export async function forgetPosition(job: {
  id: string
  customerId: string
  technicianId?: string | null
}): Promise<void> {
  const gone = await db()
    .delete(positionShares)
    .where(eq(positionShares.jobId, job.id))
    .returning({ id: positionShares.jobId })
  if (gone.length > 0) await tellSockets('position', job)
}
