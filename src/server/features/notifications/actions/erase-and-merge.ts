import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import type { EventName } from '#shared/rules/events.ts'

/**
 * Deletes a person's notifications, all notifications about their visits, and every mail to them, about their visits or
 * containing their address.
 */
export async function eraseNotifications(person: {
  userId: string
  email: string | null
}): Promise<void> {
  const { userId, email } = person
  await transaction(async () => {
    const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, userId))
    await db()
      .delete(notifications)
      .where(or(eq(notifications.userId, userId), inArray(notifications.jobId, own)))
    await db()
      .delete(sentMessages)
      .where(or(inArray(sentMessages.jobId, own), email === null ? undefined : isToOrAbout(email)))
  })
}

/** Deletes every mail and text message to one of these addresses or numbers (E.164), or containing one. */
export async function eraseMailsOf(addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0)
    await db()
      .delete(sentMessages)
      .where(or(...addresses.map(isToOrAbout)))
}

const isToOrAbout = (email: string) =>
  or(
    eq(sql`lower(${sentMessages.recipient})`, email),
    sql`lower(${sentMessages.body}) ~ ${wholeAddress(email)}`,
  )

/** Matches the whole address, not as part of a longer one. */
function wholeAddress(email: string): string {
  const literal = email.replace(/[^a-z0-9@]/g, '\\$&')
  return `(^|[^a-z0-9._%+-])${literal}(?![a-z0-9-]|\\.[a-z0-9])`
}

const contactEvents = [
  'text_received',
  'contact_message',
  'contact_message_assigned',
  'contact_message_answered',
] as const satisfies EventName[]

/** Deletes the office's notifications about these messages and their handling. */
export async function eraseContactNotifications(
  contactMessageIds: readonly string[],
): Promise<void> {
  if (contactMessageIds.length === 0) return
  await db()
    .delete(notifications)
    .where(
      and(
        inArray(notifications.type, [...contactEvents]),
        inArray(sql`${notifications.data}->>'contactMessageId'`, [...contactMessageIds]),
      ),
    )
}

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
