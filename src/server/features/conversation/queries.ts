import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { positionShares, conversationEntries } from '#server/database/tables/conversation.ts'
import { users } from '#server/database/tables/users.ts'
import { minutesNow } from '#server/reads/drives.ts'
import { describeEntry } from '#server/events/describe-history.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Position } from '#shared/contract/positions.ts'
import { eventsSinceOpening, type OpeningEvent } from '#shared/rules/conversation.ts'
import { milesBetween } from '#shared/rules/service-area.ts'
import { t } from '#shared/texts/t.ts'

type EntryRow = typeof conversationEntries.$inferSelect

const withAuthor = () =>
  db()
    .select({
      entry: conversationEntries,
      byOffice: sql<boolean>`${users.role} is not distinct from 'admin'`,
    })
    .from(conversationEntries)
    .leftJoin(users, eq(users.id, conversationEntries.fromUserId))

const mostEntries = 500

/** The newest 500 entries about a job, oldest first. */
export async function conversationOf(jobId: string): Promise<Communication[]> {
  const rows = await withAuthor()
    .where(eq(conversationEntries.jobId, jobId))
    .orderBy(desc(conversationEntries.createdAt), desc(conversationEntries.id))
    .limit(mostEntries)
  return rows.toReversed().map(({ entry, byOffice }) => toCommunication(entry, byOffice))
}

/** The technician's announcements since communication was last closed. */
export async function announcedEvents(jobId: string): Promise<OpeningEvent[]> {
  const rows = await db()
    .select({ event: conversationEntries.event })
    .from(conversationEntries)
    .where(
      and(
        eq(conversationEntries.jobId, jobId),
        eq(conversationEntries.type, 'system_notification'),
      ),
    )
    .orderBy(
      // In order of receipt, like the visit's state.
      asc(sql`coalesce(${conversationEntries.receivedAt}, ${conversationEntries.createdAt})`),
      asc(conversationEntries.id),
    )
  return eventsSinceOpening(rows.map(({ event }) => event))
}

/** One unworded conversation entry; undefined if missing. */
export async function entryRow(
  id: string,
): Promise<{ entry: EntryRow; byOffice: boolean } | undefined> {
  const [row] = await withAuthor().where(eq(conversationEntries.id, id))
  return row
}

/** The entry that a device already sent under that id. */
export async function sentBefore(
  jobId: string,
  fromUserId: string,
  clientId: string,
): Promise<Communication | undefined> {
  const [row] = await db()
    .select()
    .from(conversationEntries)
    .where(
      and(
        eq(conversationEntries.jobId, jobId),
        eq(conversationEntries.fromUserId, fromUserId),
        eq(conversationEntries.clientId, clientId),
      ),
    )
  return row && toCommunication(row)
}

/** Words an event for its reader; of an erased message only its existence stays. */
export function toCommunication(row: EntryRow, byOffice = false): Communication {
  return {
    ...row,
    // The API's name for it, whether or not an SMS was sent.
    type: row.type === 'message' ? 'sms' : row.type,
    message:
      (row.event && describeEntry(row.event, byOffice)) || row.message || t('Message removed'),
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    receivedAt: (row.receivedAt ?? row.createdAt).toISOString(),
  }
}

/** The position of a job's technician, while shared and recent; with the route if both ends are known. */
export async function positionOf(jobId: string): Promise<Position | null> {
  const [row] = await db()
    .select({ share: positionShares, latitude: jobs.latitude, longitude: jobs.longitude })
    .from(positionShares)
    .innerJoin(
      jobs,
      and(eq(jobs.id, positionShares.jobId), eq(jobs.technicianId, positionShares.technicianId)),
    )
    .where(
      and(
        eq(positionShares.jobId, jobId),
        gt(positionShares.expiresAt, now()),
        eq(jobs.communicationActive, true),
      ),
    )
  if (!row) return null
  const { share, latitude, longitude } = row
  const visit = latitude !== null && longitude !== null ? { latitude, longitude } : null
  return {
    latitude: share.latitude,
    longitude: share.longitude,
    recordedAt: share.recordedAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
    milesAway: visit && milesBetween(share, visit),
    minutesAway: visit && (await minutesNow(share, visit)),
  }
}

/** Shared positions of technicians on the way, newest first. */
export async function sharedPositions() {
  const rows = await db()
    .select({ share: positionShares })
    .from(positionShares)
    .innerJoin(
      jobs,
      and(eq(jobs.id, positionShares.jobId), eq(jobs.technicianId, positionShares.technicianId)),
    )
    .where(and(gt(positionShares.expiresAt, now()), eq(jobs.communicationActive, true)))
    .orderBy(desc(positionShares.recordedAt))
    .limit(500)
  return rows.map(({ share }) => ({
    ...share,
    recordedAt: share.recordedAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
  }))
}
