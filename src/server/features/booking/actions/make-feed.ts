import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { calendarFeeds } from '#server/database/tables/calendar-feeds.ts'
import { feedPath } from '#shared/rules/calendar-feeds.ts'

/** Makes the secret address of somebody's feed, which is said this once; one that there was ends. */
export async function makeFeed(userId: string): Promise<{ url: string }> {
  const token = newToken()
  const made = { tokenHash: hashToken(token), createdAt: now(), readAt: null }
  await db()
    .insert(calendarFeeds)
    .values({ userId, ...made })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: made })
  return { url: siteAddress() + feedPath(token) }
}

/** Its address answers 404 from now on; a repeat changes nothing. */
export async function endFeed(userId: string): Promise<void> {
  await db().delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}
