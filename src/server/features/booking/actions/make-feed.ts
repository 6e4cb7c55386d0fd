import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { db, transaction } from '#server/database/database.ts'
import { calendarFeeds } from '#server/database/tables/calendar-feeds.ts'
import { happened } from '#server/events/happened.ts'
import { feedPath } from '#shared/rules/calendar-feeds.ts'
import type { EventData } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'
import { feedOf } from '../feed-queries.ts'

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

/** Its address answers 404 from now on; a repeat changes nothing. Answers whether there was one. */
export async function endFeed(userId: string): Promise<boolean> {
  const ended = await db()
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
    .returning({ userId: calendarFeeds.userId })
  return ended.length > 0
}

/** The office makes the address of a technician, who hears of it. */
export function makeFeedFor(person: Person, technicianId: string): Promise<{ url: string }> {
  return transaction(async () => {
    const replaced = (await feedOf(technicianId)).since !== null
    const feed = await makeFeed(technicianId)
    await feedChanged(person, { technicianId, on: true, replaced })
    return feed
  })
}

/** The office ends it; the technician hears of it where there was one. */
export async function endFeedOf(person: Person, technicianId: string): Promise<void> {
  await transaction(async () => {
    if (await endFeed(technicianId))
      await feedChanged(person, { technicianId, on: false, replaced: true })
  })
}

const feedChanged = (person: Person, data: EventData['calendar_feed_changed']) =>
  happened({ event: 'calendar_feed_changed', by: person.id, personId: data.technicianId, data })
