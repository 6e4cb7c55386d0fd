import { and, eq, inArray } from 'drizzle-orm'
import { claimedTime } from '#server/base/claimed-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
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

/**
 * Locks a visit until the current transaction ends, for its technician's work that may arrive after they ended it if it was
 * done before, and returns it. Throws NotFound, Conflict once it is over otherwise.
 */
export async function lockForLateWork(person: Person, id: string): Promise<JobRow> {
  const job = await lockJob(person, id, mayWorkOnJob)
  const claimed = claimedTime()
  if (isActiveJob(job.status) || (claimed && (await endedItAfter(person, job, claimed)))) return job
  throw refusal(job.status)
}

async function endedItAfter(person: Person, job: JobRow, at: Date): Promise<boolean> {
  const ended = job.completedAt ?? job.cancelledAt
  if (!ended || ended < at) return false
  const own = and(
    eq(jobEvents.jobId, job.id),
    inArray(jobEvents.kind, ['service_completed', 'job_not_done']),
    eq(jobEvents.actorId, person.id),
  )
  return (await db().$count(jobEvents, own)) > 0
}
