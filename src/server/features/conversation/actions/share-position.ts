import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { positionShares } from '#server/database/tables/conversation.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import { mayConverse } from '#shared/rules/conversation.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { positionKeptMs } from '#shared/rules/travel.ts'
import { phrase } from '#shared/texts/t.ts'
import { announcedEvents } from '../queries.ts'
import { notifyPosition } from './notify-position.ts'

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
