import { and, eq, gte, isNull, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { hashToken } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { calendarFeeds } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import type { CalendarFeed } from '#shared/contract/calendar-feeds.ts'
import type { Person } from '#shared/rules/roles.ts'

/** A person deactivated and invited again starts without the old address. */
const isOfNow = or(isNull(users.approvedAt), gte(calendarFeeds.createdAt, users.approvedAt))

/** When a person's feed address was made, and when a calendar last read it. */
export async function feedOf(userId: string): Promise<CalendarFeed> {
  const [feed] = await db()
    .select({ createdAt: calendarFeeds.createdAt, readAt: calendarFeeds.readAt })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.userId, userId), isOfNow))
  return {
    since: feed?.createdAt.toISOString() ?? null,
    readAt: feed?.readAt?.toISOString() ?? null,
  }
}

type FeedOwner = { person: Person; language: string | null }

/**
 * The owner of a feed address; undefined if it is unknown or ended, or the owner may no longer see visits. Looks up the
 * stored hash, so that timing reveals nothing about an almost correct token.
 */
export async function ownerOfFeed(token: string): Promise<FeedOwner | undefined> {
  const [row] = await db()
    .select({
      id: users.id,
      role: users.role,
      approvedAt: users.approvedAt,
      language: users.language,
      readAt: calendarFeeds.readAt,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(
      and(
        eq(calendarFeeds.tokenHash, hashToken(token)),
        isNull(users.deactivatedAt),
        isNull(users.anonymizedAt),
        isOfNow,
      ),
    )
  if (!row) return undefined
  const { id, role, language } = row
  const works = role === 'technician' && row.approvedAt !== null
  if (!works && role !== 'admin') return undefined
  await noteReading(id, row.readAt)
  return { person: { id, role, active: true }, language }
}

const noteEveryMs = 600_000

/** Calendars read often; to the minute would be needless writes. */
async function noteReading(userId: string, before: Date | null): Promise<void> {
  if (before && now().getTime() - before.getTime() < noteEveryMs) return
  await db().update(calendarFeeds).set({ readAt: now() }).where(eq(calendarFeeds.userId, userId))
}
