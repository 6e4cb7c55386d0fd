import { and, eq, isNotNull, lt, ne, notExists, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { contactReplies } from '#server/database/tables/contact-messages.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'

const dayMs = 86_400_000
/** Extra time unread notifications are kept. */
const unreadDays = 365

/** Deletes sent messages and notifications older than the settings allow. */
export async function purgeMessages(signal?: AbortSignal): Promise<void> {
  const { sentMessagesKeptDays, notificationsKeptDays } = currentSettings()
  if (sentMessagesKeptDays > 0)
    await deleteInBatches(
      sentMessages,
      and(
        lt(sentMessages.createdAt, daysAgo(sentMessagesKeptDays)),
        ne(sentMessages.status, 'queued'),
        notExists(repliesAs()),
      ),
      signal,
    )
  if (notificationsKeptDays > 0)
    await deleteInBatches(
      notifications,
      or(
        and(
          lt(notifications.createdAt, daysAgo(notificationsKeptDays)),
          isNotNull(notifications.readAt),
        ),
        lt(notifications.createdAt, daysAgo(notificationsKeptDays + unreadDays)),
      ),
      signal,
    )
}

const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)

/** A text message that is part of a conversation with the office. */
const repliesAs = () =>
  db()
    .select({ id: contactReplies.id })
    .from(contactReplies)
    .where(eq(contactReplies.textId, sentMessages.id))
