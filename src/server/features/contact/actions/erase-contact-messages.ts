import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { eraseContactNotifications } from '#server/features/notifications/actions/erase-notifications.ts'

/** Deletes what was written to the office with an e-mail address, and the news of it in the admins' bells. */
export async function eraseContactMessages(email: string): Promise<void> {
  await transaction(async () => {
    const written = await db()
      .delete(contactMessages)
      .where(eq(contactMessages.email, email))
      .returning({ id: contactMessages.id })
    await eraseContactNotifications(written.map(({ id }) => id))
  })
}
