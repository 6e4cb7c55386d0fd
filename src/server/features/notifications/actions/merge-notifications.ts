import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'

/**
 * Transfers notifications from one customer to another when they are merged. Deletes mails to the unused address `formerEmail`,
 * except those about a visit.
 */
export async function mergeNotifications(
  fromId: string,
  toId: string,
  formerEmail: string | null,
): Promise<void> {
  await db().update(notifications).set({ userId: toId }).where(eq(notifications.userId, fromId))
  if (formerEmail !== null)
    await db()
      .delete(sentMessages)
      .where(
        and(isNull(sentMessages.jobId), eq(sql`lower(${sentMessages.recipient})`, formerEmail)),
      )
}
