import { asc, desc } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import type { ContactMessage } from '#shared/contract/contact.ts'

const mostShown = 200

/** Messages to the office, those still to be handled first, then the newest; at most 200. */
export async function messagesToOffice(): Promise<ContactMessage[]> {
  const rows = await db()
    .select()
    .from(contactMessages)
    .orderBy(asc(contactMessages.handled), desc(contactMessages.createdAt), contactMessages.id)
    .limit(mostShown)
  return rows.map(toMessage)
}

export function toMessage(row: typeof contactMessages.$inferSelect): ContactMessage {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
