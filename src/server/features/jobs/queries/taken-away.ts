import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { TakenAway } from '#shared/contract/unsent-work.ts'
import type { PlanEvents, EventName, VisitTime } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { Person, Role } from '#shared/rules/roles.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'
import { readJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'

/** Assigned to another technician, or unassigned. */
const lostBy: Partial<Record<EventName, TakenAway['what']>> = {
  job_assigned: 'reassigned',
  job_unassigned: 'unassigned',
  job_rescheduled: 'moved',
  job_cancelled: 'cancelled',
}

/** Still assigned to them. */
const changedBy: Partial<Record<EventName, TakenAway['what']>> = {
  job_rescheduled: 'rescheduled',
  job_cancelled: 'cancelled',
  job_released: 'cancelled',
  job_not_done: 'not_done',
  service_completed: 'completed',
  job_changed: 'other_car',
}
const endings: EventName[] = ['job_cancelled', 'job_released', 'job_not_done']

/**
 * A visit this technician lost, or still has at another time or with another car, or that was ended, and what happened.
 * Throws NotFound while it is unchanged, and if it was never theirs.
 */
export async function loadTakenAway(
  person: Person,
  id: string,
): Promise<{ job: JobRow; takenAway: TakenAway }> {
  const job = await readJob(id)
  const event = job && (await eventThatTook(person, job))
  const what = event && (job.technicianId === person.id ? changedBy : lostBy)[event.kind]
  if (!job || !event || !what) throw new NotFound(phrase('Job not found.'))
  const by = event.actorId === person.id ? 'self' : takerOf(event.role)
  const time = timeThen(event.data, job)
  return {
    job,
    takenAway: {
      number: jobNumber(job.number),
      scheduledDate: time.date,
      scheduledTime: slotLabel(time.slot),
      what,
      at: event.createdAt.toISOString(),
      by,
      name: by === 'office' ? [event.firstName, event.lastName].filter(Boolean).join(' ') : '',
      reason: what === 'cancelled' || what === 'not_done' ? (job.cancelReason ?? '') : '',
    },
  }
}

/**
 * A visit on which work may be handed over: one taken away or changed, and for a technician without access any that was
 * theirs. Throws NotFound.
 */
export async function loadForHandOver(
  person: Person,
  id: string,
): Promise<{ job: JobRow; moved: boolean }> {
  if (!person.handsIn) {
    const { job, takenAway } = await loadTakenAway(person, id)
    return { job, moved: takenAway.what === 'rescheduled' }
  }
  const job = await readJob(id)
  if (!job || (job.technicianId !== person.id && !(await eventThatTook(person, job))))
    throw new NotFound(phrase('Job not found.'))
  return { job, moved: false }
}

async function eventThatTook(person: Person, job: JobRow) {
  const isTheirs = job.technicianId === person.id
  const changed: EventName[] =
    job.status === 'cancelled'
      ? endings
      : job.status === 'completed'
        ? ['service_completed']
        : ['job_rescheduled', 'job_changed']
  const isOther = sql`(${jobEvents.kind} <> 'job_changed' or ${jobEvents.data} -> 'to' ? 'vehicle')`
  const lost = sql`${jobEvents.data} ->> 'formerTechnicianId' = ${person.id}`
  const [event] = await db()
    .select({
      kind: jobEvents.kind,
      actorId: jobEvents.actorId,
      data: jobEvents.data,
      createdAt: jobEvents.createdAt,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(jobEvents)
    .leftJoin(users, eq(users.id, jobEvents.actorId))
    .where(
      and(
        eq(jobEvents.jobId, job.id),
        isTheirs ? and(inArray(jobEvents.kind, changed), isOther) : lost,
      ),
    )
    .orderBy(desc(jobEvents.createdAt))
    .limit(1)
  return event
}

function takerOf(role: Role | null): TakenAway['by'] {
  if (role === 'admin') return 'office'
  return role === 'customer' ? 'customer' : 'server'
}

/** The visit's time before the event; they may not see its new time. */
function timeThen(data: Record<string, unknown>, job: JobRow): VisitTime {
  const { from, date, slot } = data as Partial<PlanEvents['job_rescheduled'] & VisitTime>
  if (from && 'slot' in from) return from
  return date && slot ? { date, slot } : { date: job.serviceDate, slot: job.slot }
}
