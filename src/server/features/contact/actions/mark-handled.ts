import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { happened } from '#server/events/happened.ts'
import { NotFound } from '#server/http/errors.ts'
import type { ContactMessage } from '#shared/contract/contact.ts'
import { toMessage } from '../queries.ts'

/** Marks a message as dealt with, or not. Throws NotFound. */
export async function markHandled(id: string, handled: boolean): Promise<ContactMessage> {
  return transaction(async () => {
    const [row] = await db()
      .update(contactMessages)
      .set({ handled })
      .where(eq(contactMessages.id, id))
      .returning()
    if (!row) throw new NotFound()
    await happened({ event: 'contact_message_handled', by: null, data: {} })
    return toMessage(row)
  })
}
