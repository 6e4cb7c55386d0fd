import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'

type Preferences = Pick<
  typeof users.$inferSelect,
  | 'emailNotifications'
  | 'smsNotifications'
  | 'marketingEmails'
  | 'appointmentReminders'
  | 'serviceUpdates'
>

export async function changePreferences(userId: string, preferences: Preferences): Promise<void> {
  await db().update(users).set(preferences).where(eq(users.id, userId))
}
