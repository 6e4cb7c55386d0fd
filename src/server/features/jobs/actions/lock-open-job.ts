import { queryRow } from '#server/database/database.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { refusal } from './change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'

/** Locks a visit until the current transaction ends, and returns it. Throws NotFound unless `may` allows the person. */
export async function lockJob(
  person: Person,
  id: string,
  may: typeof mayWorkOnJob,
): Promise<JobRow> {
  const text = 'select id from jobs where id = $1 for no key update'
  await queryRow({ name: 'lock-job', text }, [id])
  return loadJob(person, id, may)
}

/**
 * Locks a visit until the current transaction ends, and returns it. Throws NotFound unless `may` (by default: works on it)
 * allows the person, Conflict once it is over.
 */
export async function lockOpenJob(
  person: Person,
  id: string,
  may: typeof mayWorkOnJob = mayWorkOnJob,
): Promise<JobRow> {
  const job = await lockJob(person, id, may)
  if (!isActiveJob(job.status)) throw refusal(job.status)
  return job
}
