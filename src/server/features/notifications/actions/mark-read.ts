import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { NotFound } from '#server/http/errors.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

/** Marks a person's own notification read; repeating it changes nothing. Throws NotFound. */
export async function markRead(userId: string, id: string): Promise<void> {
  const marked = await db()
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now()})` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id })
  if (marked.length === 0) throw new NotFound()
}

/** Marks a person's notifications up to and including `newest` read; later ones stay unread. Throws NotFound. */
export async function markReadUpTo(userId: string, newest: string): Promise<void> {
  const own = and(eq(notifications.id, newest), eq(notifications.userId, userId))
  if ((await db().$count(notifications, own)) === 0) throw new NotFound()
  await db()
    .update(notifications)
    .set({ readAt: now() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        sql`(${notifications.createdAt}, ${notifications.id}) <= (
          select n.created_at, n.id from notifications n where n.id = ${newest})`,
      ),
    )
}

/** Marks a person's notifications of these types about a job read, since they have seen the news elsewhere. */
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
