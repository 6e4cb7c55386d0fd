import { and, desc, eq } from 'drizzle-orm'
import type { Notification } from '#shared/contract/notifications.ts'
import { db } from '#server/database/database.ts'
import { notifications, outboxMessages } from '#server/database/tables/messages.ts'

const mostNotifications = 100
const mostOutbox = 200

/** A person's newest notifications, at most 100. */
export async function notificationsOf(userId: string): Promise<Notification[]> {
  const rows = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(mostNotifications)
  return rows.map(toWire)
}

/** One notification of a person; undefined when there is none. */
export async function notificationOf(
  userId: string,
  id: string,
): Promise<Notification | undefined> {
  const [row] = await db()
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
  return row && toWire(row)
}

const toWire = (row: typeof notifications.$inferSelect): Notification => ({
  id: row.id,
  type: row.type,
  title: row.title,
  message: row.message,
  jobId: row.jobId,
  read: row.readAt !== null,
  createdAt: row.createdAt.toISOString(),
})

/** The newest e-mails and text messages, at most 200, sent or not. */
export async function newestOutbox() {
  const rows = await db()
    .select()
    .from(outboxMessages)
    .orderBy(desc(outboxMessages.createdAt))
    .limit(mostOutbox)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
