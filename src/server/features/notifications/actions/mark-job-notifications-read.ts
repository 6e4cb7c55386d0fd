import { and, eq, inArray, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { notifications } from '#server/database/tables/notifications.ts'

/** Marks a person's notifications of these types about a job read: they have seen it elsewhere. */
export async function markJobNotificationsRead(
  userId: string,
  jobId: string,
  types: readonly string[],
): Promise<void> {
  await db()
    .update(notifications)
    .set({ readAt: now() })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.jobId, jobId),
        inArray(notifications.type, [...types]),
        isNull(notifications.readAt),
      ),
    )
}
