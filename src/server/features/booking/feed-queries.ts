import { and, eq, gte, isNull, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { hashToken } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { calendarFeeds } from '#server/database/tables/calendar-feeds.ts'
import { users } from '#server/database/tables/users.ts'
import type { CalendarFeed } from '#shared/contract/calendar-feeds.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Whoever was deactivated and is invited again starts without the address that they had. */
const isOfNow = or(isNull(users.approvedAt), gte(calendarFeeds.createdAt, users.approvedAt))

/** Since when somebody's visits can be read at an address, and when a calendar did so last. */
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

export type FeedOwner = { person: Person; language: string | null }

/**
 * Whose visits stand at an address; undefined for a guessed one, one that has ended, and whoever may see none of them any
 * more. The stored hash is looked up, so the time it takes tells nothing about a token that is nearly right.
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

/** Calendars ask often, and nobody needs to know it to the minute. */
async function noteReading(userId: string, before: Date | null): Promise<void> {
  if (before && now().getTime() - before.getTime() < noteEveryMs) return
  await db().update(calendarFeeds).set({ readAt: now() }).where(eq(calendarFeeds.userId, userId))
}
