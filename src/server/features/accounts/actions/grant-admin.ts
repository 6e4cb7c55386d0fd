import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { Conflict } from '#server/http/errors.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import { asAdmin } from './sign-in.ts'
import { phrase } from '#shared/texts/t.ts'

/** Makes the e-mail's owner an admin, now or at first sign-in. Throws Conflict for a closed account. */
export async function grantAdmin(email: string): Promise<'granted' | 'was admin' | 'new account'> {
  return transaction(async () => {
    const [made] = await db()
      .insert(users)
      .values({ email, role: 'admin', approvedAt: now(), createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (made) return 'new account'
    const [user] = await db().select().from(users).where(eq(users.email, email)).for('update')
    if (!user || user.deactivatedAt)
      throw new Conflict(phrase('The account of {email} is deactivated.', { email }))
    if (user.role === 'admin') return 'was admin'
    await db().update(users).set(asAdmin()).where(eq(users.id, user.id))
    await publishPersonChange(user.id)
    return 'granted'
  })
}
