import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/** The message, locked until the current transaction ends. Throws NotFound. */
export async function lockMessage(id: string): Promise<typeof contactMessages.$inferSelect> {
  const [row] = await db()
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for('no key update')
  if (!row) throw new NotFound(phrase('This message is not there any more.'))
  return row
}
