import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction, queryRow } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { positionShares } from '#server/database/tables/conversation.ts'
import { happened } from '#server/events/happened.ts'
import { minutesNow } from '#server/reads/drives.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import { mayConverse } from '#shared/rules/conversation.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { positionKeptMs, lateAfterMs, nearMinutes } from '#shared/rules/travel.ts'
import { phrase } from '#shared/texts/t.ts'
import { announcedEvents } from '../queries.ts'
import { deletePosition } from './delete-position.ts'
import type { JobRow } from '#server/reads/job-row.ts'

/**
 * Shares the technician's position with the customer on the way; returns until when. Throws NotFound, Conflict while
 * communication is not active, and after the arrival was announced or the work began.
 */
export async function sharePosition(
  person: Person,
  id: string,
  { latitude, longitude }: Coordinates,
): Promise<Date> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await assertOnTheWay(person, id)
    const recordedAt = now()
    const expiresAt = new Date(recordedAt.getTime() + positionKeptMs)
    const position = { technicianId: person.id, latitude, longitude, recordedAt, expiresAt }
    await db()
      .insert(positionShares)
      .values({ jobId: id, ...position })
      .onConflictDoUpdate({ target: positionShares.jobId, set: position })
    await happened({ event: 'position_changed', job, by: person.id, data: {} })
    await notifyPosition(job, person.id, position)
    return expiresAt
  })
}

/** The lock makes a concurrent closing or start wait, so that no position remains afterwards. */
async function assertOnTheWay(person: Person, id: string): Promise<void> {
  const [job] = await db()
    .select({ open: jobs.communicationActive, status: jobs.status })
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.technicianId, person.id)))
    .for('share')
  if (!job?.open || !mayConverse(job.status))
    throw new Conflict(phrase('Communication is not active.'))
  if (job.status === 'in_progress')
    throw new Conflict(phrase('The work has begun, so your location is no longer shared.'))
  if ((await announcedEvents(id)).includes('arrived'))
    throw new Conflict(phrase('You have arrived, so your location is no longer shared.'))
}

/** Deletes the position of a job's technician; repeatable. Throws NotFound. */
export async function stopPosition(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (await deletePosition(id))
      await happened({ event: 'position_changed', job, by: person.id, data: {} })
  })
}

/**
 * Notifies the customer that the technician is near, once per trip, or will be late, once per time of the visit. Runs in the
 * transaction that stored the position, whose row lock serializes concurrent calls.
 */
async function notifyPosition(job: JobRow, by: string, position: Coordinates): Promise<void> {
  const { latitude, longitude } = job
  if (latitude === null || longitude === null) return
  const minutes = await minutesNow(position, { latitude, longitude })
  const arrival = new Date(now().getTime() + minutes * 60_000)
  if (minutes <= nearMinutes && !(await knowsWeAreNear(job)))
    await happened({ event: 'technician_near', job, by, data: { minutes } })
  if (arrival.getTime() - job.startsAt.getTime() > lateAfterMs)
    await happened({
      event: 'running_late',
      job,
      by,
      data: { startsAt: job.startsAt.toISOString(), expectedAt: arrival.toISOString() },
    })
}

async function knowsWeAreNear({ id }: JobRow): Promise<boolean> {
  const found = await queryRow<{ sent: boolean }>(nearNoticeSent, [id])
  return found?.sent === true
}

const nearNoticeSent = {
  name: 'near-notice-sent',
  text: `select exists (select from job_events e where e.job_id = $1 and e.kind = 'technician_near'
    and coalesce(e.received_at, e.created_at) >= coalesce((
      select max(coalesce(w.received_at, w.created_at)) from job_events w
      where w.job_id = $1 and w.kind = 'technician_on_way'), '-infinity')) as sent`,
}
