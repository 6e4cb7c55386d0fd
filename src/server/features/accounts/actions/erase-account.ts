import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { places } from '#server/database/tables/places.ts'
import { signInCodes } from '#server/database/tables/sign-in-codes.ts'
import { users } from '#server/database/tables/users.ts'
import { userById } from '../queries.ts'
import { endSessions } from '#server/sessions/sessions.ts'

/** Leaves an account without name, address and preferences, and signs it out everywhere; its e-mail is free again. */
export async function eraseAccount(userId: string): Promise<void> {
  await transaction(async () => {
    const { email } = await userById(userId)
    if (email) await db().delete(signInCodes).where(eq(signInCodes.email, email))
    await db().delete(places).where(eq(places.customerId, userId))
    await db()
      .update(users)
      .set({
        firstName: '',
        lastName: '',
        email: null,
        phone: '',
        profileImageUrl: null,
        language: null,
        timeZone: null,
        tags: [],
        invoicing: null,
        emailNotifications: false,
        smsNotifications: false,
        marketingEmails: false,
        appointmentReminders: false,
        serviceUpdates: false,
        anonymizedAt: now(),
      })
      .where(eq(users.id, userId))
    await endSessions(userId)
  })
}
