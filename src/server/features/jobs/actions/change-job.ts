import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { followCost } from '#server/features/payments/actions/follow-cost.ts'
import { Conflict } from '#server/http/errors.ts'
import { activeJobStatuses, isActiveJob, isNotStarted, type JobStatus } from '#shared/rules/jobs.ts'
import { type JobTransition, jobTransitions, mayTransition } from '#shared/rules/job-transitions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { phrase } from '#shared/texts/t.ts'
import type { JobRow } from '#server/reads/job-row.ts'

type Change = PgUpdateSetSource<typeof jobs>

/**
 * Makes a transition from the table of transitions. Throws Conflict when the job is in another state, or enters one
 * concurrently.
 */
export async function transitionJob(
  person: Person,
  job: JobRow,
  transition: JobTransition,
  change: Change = {},
): Promise<void> {
  assertMayTransition(person, job, transition)
  const { from, to } = jobTransitions[transition]
  await changeJob(job, from, { technicianLost: false, technicianLock: null, ...change, status: to })
}

/** Throws Conflict unless the job's state and the person's role allow the transition. */
export function assertMayTransition(
  person: Person,
  { status }: JobRow,
  transition: JobTransition,
): void {
  if (!person.role || !mayTransition(transition, status, person.role))
    throw refusal(status, transition)
}

/** Changes a job whose work is not over. Throws Conflict when it is. */
export async function changeActiveJob(job: JobRow, change: Change): Promise<void> {
  if (!isActiveJob(job.status)) throw refusal(job.status)
  await changeJob(job, activeJobStatuses, change)
}

/** Columns of a visit that make up its cost. */
const costColumns = ['packageCents', 'addonsCents', 'extrasCents', 'taxableCents', 'taxRateBp']

// The condition repeats the check on the loaded row: of two racing requests, one finds no row.
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
  if (costColumns.some((column) => column in change)) await followCost(job.id)
}

export function refusal(status: JobStatus, transition?: JobTransition | 'move') {
  if (transition === 'complete' && isNotStarted(status))
    return new Conflict(phrase('Please start the service first.'))
  if (transition === 'cancel' && status === 'in_progress')
    return new Conflict(phrase('The service has started, so it can no longer be cancelled online.'))
  if (transition === 'move' && status === 'in_progress')
    return new Conflict(phrase('The service has started, so it can no longer be moved.'))
  if (transition === 'notDone' && status === 'scheduled')
    return new Conflict(phrase('No one is assigned to this visit yet. Please cancel it instead.'))
  return new Conflict(alreadyInStatus(status), isActiveJob(status) ? undefined : { reason: 'over' })
}
