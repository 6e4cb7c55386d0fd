import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import {
  eraseContactNotifications,
  eraseMailsOf,
} from '#server/features/notifications/actions/erase-and-merge.ts'

/**
 * Deletes a customer's messages and texts to the office, signed in or by e-mail address, the replies, and the admins'
 * notifications about them.
 */
export async function eraseContactMessages(person: {
  userId: string
  email: string | null
}): Promise<void> {
  const { userId, email } = person
  await transaction(async () => {
    const written = await db()
      .delete(contactMessages)
      .where(
        or(
          eq(contactMessages.customerId, userId),
          email === null ? undefined : eq(contactMessages.email, email),
        ),
      )
      .returning({
        id: contactMessages.id,
        from: sql<string>`case when ${contactMessages.channel} = 'sms' then ${contactMessages.phone}
          else ${contactMessages.email} end`,
      })
    await eraseContactNotifications(written.map(({ id }) => id))
    // Signed-in customers may have given another address.
    await eraseMailsOf([...new Set(written.map(({ from }) => from).filter(Boolean))])
  })
}

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
