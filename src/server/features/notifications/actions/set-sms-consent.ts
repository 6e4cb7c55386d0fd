import { and, eq, isNull } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'

/** Turns text messages on or off for every customer with this number (E.164), as requested from it. */
export async function setSmsConsent(phone: string, smsNotifications: boolean): Promise<void> {
  await db()
    .update(users)
    .set({ smsNotifications })
    .where(and(eq(users.phone, phone), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
}
