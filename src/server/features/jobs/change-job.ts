import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { Conflict } from '#server/http/errors.ts'
import {
  activeJobStatuses,
  isActiveJob,
  isNotStarted,
  type JobTransition,
  jobTransitions,
  type JobStatus,
  mayTransition,
} from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { alreadySaid } from '#shared/rules/status-labels.ts'
import { phrase } from '#shared/texts/t.ts'
import type { JobRow } from './job-row.ts'

type Change = PgUpdateSetSource<typeof jobs>

/** Makes a move of the table of moves. Throws Conflict when the job is, or meanwhile came, past it. */
export async function transitionJob(
  person: Person,
  job: JobRow,
  move: JobTransition,
  change: Change = {},
): Promise<void> {
  if (!person.role || !mayTransition(move, job.status, person.role)) throw refusal(job.status, move)
  await changeJob(job, jobTransitions[move].from, { ...change, status: jobTransitions[move].to })
}

/** Changes a job whose work is not over. Throws Conflict when it is. */
export async function changeActiveJob(job: JobRow, change: Change): Promise<void> {
  if (!isActiveJob(job.status)) throw refusal(job.status)
  await changeJob(job, activeJobStatuses, change)
}

// The condition repeats what was checked on the loaded row: of two requests that race, one finds no row.
async function changeJob(job: JobRow, from: readonly JobStatus[], change: Change): Promise<void> {
  const sameTechnician = job.technicianId
    ? eq(jobs.technicianId, job.technicianId)
    : isNull(jobs.technicianId)
  const changed = await db()
    .update(jobs)
    .set(change)
    .where(and(eq(jobs.id, job.id), inArray(jobs.status, [...from]), sameTechnician))
    .returning({ id: jobs.id })
  if (changed.length === 0) throw new Conflict()
}

export function refusal(status: JobStatus, move?: JobTransition) {
  if (move === 'complete' && isNotStarted(status))
    return new Conflict(phrase('Please start the service first.'))
  if (move === 'cancel' && status === 'in_progress')
    return new Conflict(phrase('The service has started, so it can no longer be cancelled online.'))
  return new Conflict(alreadySaid(status))
}
