import { and, eq, inArray, ne } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'

/** Erases the words in a customer's conversations, by both sides; authors and times stay. */
export async function eraseConversations(customerId: string): Promise<void> {
  const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  await db()
    .update(conversationEntries)
    .set(erasedEntry)
    .where(
      and(
        inArray(conversationEntries.jobId, own),
        ne(conversationEntries.type, 'system_notification'),
      ),
    )
}

const erasedEntry = erasedExcept(
  conversationEntries,
  'id',
  'jobId',
  'type',
  'direction',
  'fromUserId',
  'toUserId',
  'event',
  'clientId',
  'readAt',
  'createdAt',
  'receivedAt',
)

/** Transfers one customer's sent and received messages to another. */
export async function mergeConversations(fromId: string, toId: string): Promise<void> {
  const { fromUserId, toUserId } = conversationEntries
  await db().update(conversationEntries).set({ fromUserId: toId }).where(eq(fromUserId, fromId))
  await db().update(conversationEntries).set({ toUserId: toId }).where(eq(toUserId, fromId))
}
