import { and, eq, isNull, lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { markJobNotificationsRead } from '#server/features/notifications/actions/mark-read.ts'
import { NotFound } from '#server/http/errors.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Reading the conversation marks notifications of these events read. */
const conversationEvents = [
  'technician_on_way',
  'technician_arrived',
  'job_message',
  'communication_closed',
] as const satisfies EventName[]

/** Marks the person's messages for the job read up to the entry `upTo`, and its notifications; repeatable. Throws NotFound. */
export async function markConversationRead(
  person: Person,
  id: string,
  upTo: string,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id)
    const [last] = await db()
      .select({ createdAt: conversationEntries.createdAt })
      .from(conversationEntries)
      .where(and(eq(conversationEntries.id, upTo), eq(conversationEntries.jobId, id)))
    if (!last) throw new NotFound()
    const read = await db()
      .update(conversationEntries)
      .set({ readAt: now() })
      .where(
        and(
          eq(conversationEntries.jobId, id),
          eq(conversationEntries.toUserId, person.id),
          isNull(conversationEntries.readAt),
          lte(conversationEntries.createdAt, last.createdAt),
        ),
      )
      .returning({ id: conversationEntries.id })
    if (read.length > 0) await happened({ event: 'messages_read', job, by: person.id, data: {} })
    await markJobNotificationsRead(person.id, id, conversationEvents)
  })
}
