import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'

/** Transfers one customer's sent and received messages to another. */
export async function mergeConversations(fromId: string, toId: string): Promise<void> {
  const { fromUserId, toUserId } = conversationEntries
  await db().update(conversationEntries).set({ fromUserId: toId }).where(eq(fromUserId, fromId))
  await db().update(conversationEntries).set({ toUserId: toId }).where(eq(toUserId, fromId))
}
