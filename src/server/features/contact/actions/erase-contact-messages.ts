import { eq, or, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import {
  eraseContactNotifications,
  eraseMailsOf,
} from '#server/features/notifications/actions/erase-notifications.ts'

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
