import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { db, transaction } from '#server/database/database.ts'
import { calendarFeeds } from '#server/database/tables/credentials.ts'
import { happened } from '#server/events/happened.ts'
import { feedPath } from '#shared/rules/calendar-feeds.ts'
import type { EventData } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'
import { feedOf } from '../queries.ts'

/** Makes a person's secret feed address, shown only now; a previous one stops working. */
export async function makeFeed(userId: string): Promise<{ url: string }> {
  const token = newToken()
  const made = { tokenHash: hashToken(token), createdAt: now(), readAt: null }
  await db()
    .insert(calendarFeeds)
    .values({ userId, ...made })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: made })
  return { url: siteAddress() + feedPath(token) }
}

/** Ends the feed: its address answers 404. Returns false if there was none. */
export async function endFeed(userId: string): Promise<boolean> {
  const ended = await db()
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
    .returning({ userId: calendarFeeds.userId })
  return ended.length > 0
}

/** Makes a technician's feed address for the office, and notifies the technician. */
export function makeFeedFor(person: Person, technicianId: string): Promise<{ url: string }> {
  return transaction(async () => {
    const replaced = (await feedOf(technicianId)).since !== null
    const feed = await makeFeed(technicianId)
    await feedChanged(person, { technicianId, on: true, replaced })
    return feed
  })
}

/** Ends a technician's feed for the office; notifies the technician if there was one. */
export async function endFeedOf(person: Person, technicianId: string): Promise<void> {
  await transaction(async () => {
    if (await endFeed(technicianId))
      await feedChanged(person, { technicianId, on: false, replaced: true })
  })
}

const feedChanged = (person: Person, data: EventData['calendar_feed_changed']) =>
  happened({ event: 'calendar_feed_changed', by: person.id, personId: data.technicianId, data })
