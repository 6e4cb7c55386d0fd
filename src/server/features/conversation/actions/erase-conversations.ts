import { and, eq, inArray, ne } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { conversationEntries } from '#server/database/tables/conversation-entries.ts'

/** Strikes out what was written in a customer's conversations, by both sides; that and when they wrote stays. */
export async function eraseConversations(customerId: string): Promise<void> {
  const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  await db()
    .update(conversationEntries)
    .set({ message: '' })
    .where(
      and(
        inArray(conversationEntries.jobId, own),
        ne(conversationEntries.type, 'system_notification'),
      ),
    )
}
