import { and, eq, isNull, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'

/** What one customer wrote to the office, signed in or with their e-mail address, is the other's. */
export async function mergeMessages(
  from: { userId: string; email: string | null },
  toId: string,
): Promise<void> {
  const { customerId, email } = contactMessages
  await db()
    .update(contactMessages)
    .set({ customerId: toId })
    .where(
      or(
        eq(customerId, from.userId),
        from.email === null ? undefined : and(isNull(customerId), eq(email, from.email)),
      ),
    )
}
