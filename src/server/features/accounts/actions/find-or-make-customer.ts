import { and, eq, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { Conflict } from '#server/http/errors.ts'
import { languageToRemember } from '#server/base/language.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import { fillInDetails } from './fill-in-details.ts'
import { accountClosed } from './sign-in.ts'

/** `phone` is E.164. */
type Guest = { email: string; name: string; phone: string }

/**
 * The customer with a just proven e-mail, created if missing; starts no session. Throws Forbidden for a closed account,
 * Conflict for staff.
 */
export async function findOrMakeCustomer(guest: Guest): Promise<Person> {
  return transaction(async () => {
    await db()
      .insert(users)
      .values({ email: guest.email, language: languageToRemember(), createdAt: now() })
      .onConflictDoNothing()
    const [user] = await db()
      .update(users)
      // An account without a role becomes a customer by booking.
      .set({ role: sql`coalesce(${users.role}, 'customer')`, emailProvenAt: now() })
      .where(
        and(eq(users.email, guest.email), isNull(users.deactivatedAt), isNull(users.anonymizedAt)),
      )
      .returning({ id: users.id, role: users.role })
    if (!user) throw accountClosed()
    if (user.role !== 'customer')
      throw new Conflict(
        phrase('This e-mail belongs to someone who works here. Please book with another one.'),
        { reason: 'staff' },
      )
    await fillInDetails(user.id, guest)
    await publishPersonChange(user.id)
    return { id: user.id, role: user.role, active: true }
  })
}
