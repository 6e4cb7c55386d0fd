import { currentMailer } from './mailer.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Notification } from '#shared/contract/notifications.ts'
import { db } from '#server/database/database.ts'
import { notifications, outboxMessages } from '#server/database/tables/messages.ts'
import { users } from '#server/database/tables/users.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { instantKey } from '#server/http/paging.ts'
import { dialledNumber } from '#shared/rules/phone-numbers.ts'
import type { Preference } from './sending-wishes.ts'

const mostOutbox = 200

/** Creation instant with microseconds and id of the last notification of a page. */
export type NotificationKey = { createdAt: string; id: string }

/** A person's notifications, newest first, after the one that `after` stands for. */
export async function notificationsOf(
  userId: string,
  { limit, after }: { limit: number; after?: NotificationKey },
): Promise<{ list: Notification[]; next?: NotificationKey }> {
  const rows = await db()
    .select({ row: notifications, sortKey: sql<string>`${sql.raw(instantKey('created_at'))}` })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        after &&
          sql`(${notifications.createdAt}, ${notifications.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    list: page.map(({ row }) => toWire(row)),
    ...(last && { next: { createdAt: last.sortKey, id: last.row.id } }),
  }
}

export function countNotifications(userId: string): Promise<number> {
  return db().$count(notifications, eq(notifications.userId, userId))
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

/** Whether a text message was queued under that id. */
export async function isTexted(id: string): Promise<boolean> {
  return (await db().$count(outboxMessages, eq(outboxMessages.id, id))) > 0
}

/**
 * Where to text a person, E.164; undefined when they cannot be texted, or they or the operator do not want it.
 * Customers have to have agreed; those who work here are texted about their visits only.
 */
export async function textNumberOf(
  userId: string | undefined,
  preference?: Preference,
): Promise<string | undefined> {
  if (!userId || !currentSettings().smsEnabled) return undefined
  const [user] = await db().select().from(users).where(eq(users.id, userId))
  if (!user || user.deactivatedAt || user.anonymisedAt) return undefined
  if (user.role === 'customer' && !user.smsNotifications) return undefined
  if (preference && !user[preference]) return undefined
  return dialledNumber(user.phone)
}

/** False where no mail server is named and nobody can read the outbox either. */
export const mailsArrive = () => !currentMailer().isDeadEnd
