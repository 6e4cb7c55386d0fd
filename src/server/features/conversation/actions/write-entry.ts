import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import type { EventName } from '#shared/rules/events.ts'

/**
 * Adds an event to a visit's conversation, in the current transaction; it is worded when read. Returns the entry's id. `at`:
 * when it happened, if earlier.
 */
export async function writeEntry(
  job: { id: string; customerId: string },
  fromUserId: string | null,
  event: EventName,
  at?: Date,
): Promise<string | undefined> {
  const receivedAt = now()
  const [entry] = await db()
    .insert(conversationEntries)
    .values({
      jobId: job.id,
      type: 'system_notification',
      direction: 'outbound',
      fromUserId,
      toUserId: job.customerId,
      event,
      message: '',
      createdAt: at ?? receivedAt,
      receivedAt,
    })
    .returning({ id: conversationEntries.id })
  return entry?.id
}
