import { and, eq, isNull } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'

/** Has every customer with that number, E.164, get text messages or none, as somebody has asked from it. */
export async function setSmsConsent(phone: string, smsNotifications: boolean): Promise<void> {
  await db()
    .update(users)
    .set({ smsNotifications })
    .where(and(eq(users.phone, phone), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
}
