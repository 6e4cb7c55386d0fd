import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { communications } from '#server/database/tables/communications.ts'
import type { EventName } from '#shared/rules/events.ts'

/**
 * Writes into the conversation about a visit, in the current transaction, that something happened; it is worded when it
 * is read. Answers the entry's id.
 */
export async function writeEntry(
  job: { id: string; customerId: string },
  fromUserId: string | null,
  event: EventName,
): Promise<string | undefined> {
  const [entry] = await db()
    .insert(communications)
    .values({
      jobId: job.id,
      type: 'system_notification',
      direction: 'outbound',
      fromUserId,
      toUserId: job.customerId,
      event,
      message: '',
      createdAt: now(),
    })
    .returning({ id: communications.id })
  return entry?.id
}
