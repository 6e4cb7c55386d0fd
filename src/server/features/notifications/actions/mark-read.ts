import { and, eq, isNull, sql } from 'drizzle-orm'
import { now } from '#server/clock.ts'
import { db } from '#server/database/database.ts'
import { notifications } from '#server/database/tables/messages.ts'
import { NotFound } from '#server/http/errors.ts'

/** Marks a person's own notification read; again is no error. Throws NotFound. */
export async function markRead(userId: string, id: string): Promise<void> {
  const marked = await db()
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now()})` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id })
  if (marked.length === 0) throw new NotFound()
}

/** Marks all of a person's notifications read. */
export async function markAllRead(userId: string): Promise<void> {
  await db()
    .update(notifications)
    .set({ readAt: now() })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
}
