import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { nameParts } from '#shared/rules/name-parts.ts'

/**
 * Stores a name and a phone number (E.164) where the account has none, in the current transaction. Never overwrites what the
 * person or an admin entered.
 */
export async function fillInDetails(
  userId: string,
  given: { name?: string | undefined; phone?: string | undefined },
): Promise<void> {
  const [user] = await db()
    .select({ firstName: users.firstName, lastName: users.lastName, phone: users.phone })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!user) return
  const missing = missingDetails({ ...user, name: user.firstName + user.lastName })
  const details = {
    ...(given.name && missing.includes('name') && nameParts(given.name)),
    ...(given.phone && missing.includes('phone') && { phone: given.phone }),
  }
  if (Object.keys(details).length > 0)
    await db().update(users).set(details).where(eq(users.id, userId))
}
