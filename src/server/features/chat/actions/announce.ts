import { now } from '#server/clock.ts'
import { db } from '#server/database/database.ts'
import { communications } from '#server/database/tables/messages.ts'

/** Writes into the history what the business says to the customer, in the current transaction. */
export async function announce(
  job: { id: string; customerId: string },
  fromUserId: string | null,
  message: string,
): Promise<void> {
  await db().insert(communications).values({
    jobId: job.id,
    type: 'system_notification',
    direction: 'outbound',
    fromUserId,
    toUserId: job.customerId,
    message,
    createdAt: now(),
  })
}
