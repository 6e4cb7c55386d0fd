import { and, eq, isNull, sql, asc, desc, isNotNull, like, ne, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Forbidden, NotFound } from '#server/http/errors.ts'
import { languageToRemember } from '#server/base/language.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'
import { isOfTeam } from '../queries.ts'
import { type Device, publishPersonChange, startSession } from '#server/sessions/sessions.ts'
import type { Role } from '#shared/rules/roles.ts'

/** A person with a proven e-mail, and other known details. */
type Arrival = {
  /** Lower case. */
  email: string
  firstName?: string
  lastName?: string
  pictureUrl?: string | null
}

/**
 * Signs in the owner of a proven e-mail; creates the account the first time, and makes the owner of `adminEmail` an admin.
 * Throws Forbidden for a deactivated account.
 */
export async function signIn(
  arrival: Arrival,
  adminEmail: string | undefined,
  device: Device,
): Promise<{ userId: string; token: string }> {
  return transaction(async () => {
    const { email } = arrival
    await db()
      .insert(users)
      .values({ email, language: languageToRemember(), createdAt: now() })
      .onConflictDoNothing()
    const becomesAdmin = email === adminEmail?.toLowerCase() && (await mayBecomeAdmin(email))
    const [user] = await db()
      .update(users)
      .set({ ...arrivedAs(arrival), ...(becomesAdmin ? asAdmin() : {}) })
      .where(and(eq(users.email, email), isNull(users.deactivatedAt), isNull(users.anonymizedAt)))
      .returning({ id: users.id })
    if (!user) throw await refusalOf(email)
    if (becomesAdmin) await publishPersonChange(user.id)
    return { userId: user.id, token: await startSession(user.id, device) }
  })
}

/** Whether the owner of `ADMIN_EMAIL` becomes an admin: at their first sign-in, and whenever there is no admin. */
async function mayBecomeAdmin(email: string): Promise<boolean> {
  const [found] = await db()
    .select({ isNew: sql<boolean>`${users.approvedAt} is null` })
    .from(users)
    .where(eq(users.email, email))
  return found?.isNew === true || (await db().$count(users, isOfTeam)) === 0
}

// Never overwrites what the person or an admin entered.
const arrivedAs = ({ firstName = '', lastName = '', pictureUrl = null }: Arrival) => ({
  loginCount: sql`${users.loginCount} + 1`,
  lastLoginAt: now(),
  emailProvenAt: now(),
  firstName: sql`coalesce(nullif(${users.firstName}, ''), ${firstName})`,
  lastName: sql`coalesce(nullif(${users.lastName}, ''), ${lastName})`,
  profileImageUrl: sql`coalesce(${users.profileImageUrl}, ${pictureUrl})`,
})

/** The column values of an admin. */
export const asAdmin = () => ({
  role: 'admin' as const,
  approvedAt: sql`coalesce(${users.approvedAt}, ${now()})`,
})

/** The reason why the owner of a proven e-mail cannot sign in. */
async function refusalOf(email: string) {
  const [holder] = await db().select({ role: users.role }).from(users).where(eq(users.email, email))
  return holder?.role === 'technician' ? accessEnded() : accountClosed()
}

const accessEnded = () =>
  new Forbidden(
    phrase(
      'The office has ended your access as a technician. You cannot undo this yourself; please ask the office.',
    ),
    { reason: 'deactivated' },
  )

/** For a deactivated person who has proven the e-mail. */
export const accountClosed = () =>
  new Forbidden(
    phrase('This account has been closed. If you think that is a mistake, {askUs}', {
      askUs: askUs('email', currentSettings()),
    }),
  )

/** Signs in the demo's person with a role. Throws NotFound when the demo has none. */
export async function signInDemo(
  role: Role,
  device: Device,
): Promise<{ userId: string; token: string }> {
  const [person] = await db()
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.role, role),
        isNull(users.deactivatedAt),
        isNotNull(users.email),
        or(ne(users.role, 'technician'), isNotNull(users.approvedAt)),
      ),
    )
    // The seed names its main person of each role this way; otherwise the oldest account is used.
    .orderBy(desc(like(users.email, `${role}@%`)), asc(users.createdAt), asc(users.id))
    .limit(1)
  if (!person?.email) throw new NotFound()
  return signIn({ email: person.email }, undefined, device)
}
