import { and, eq, isNull, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'

/** Moves one customer's messages to the office, signed in or by e-mail address, to another customer. */
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
