import { now } from '#server/clock.ts'
import { db } from '#server/database/database.ts'
import { communications } from '#server/database/tables/messages.ts'
import { tellSockets } from './tell-sockets.ts'

/**
 * Writes into the history what the business says to the customer, in the current transaction. It is always about a
 * change of the talk itself, so the job is looked at anew too.
 */
export async function announce(
  job: { id: string; customerId: string; technicianId?: string | null },
  fromUserId: string | null,
  message: string,
): Promise<void> {
  const [entry] = await db()
    .insert(communications)
    .values({
      jobId: job.id,
      type: 'system_notification',
      direction: 'outbound',
      fromUserId,
      toUserId: job.customerId,
      message,
      createdAt: now(),
    })
    .returning({ id: communications.id })
  await tellSockets('message', job, { also: fromUserId, entryId: entry?.id })
  await tellSockets('job', job, { also: fromUserId })
}
