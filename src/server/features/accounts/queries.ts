import { and, eq, isNull, asc } from 'drizzle-orm'
import type { SignedInDevice, User } from '#shared/contract/accounts.ts'
import type { TeamMember } from '#shared/contract/team.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { reachedNumber } from '#server/base/phone-numbers.ts'
import { db } from '#server/database/database.ts'
import { companyMembers } from '#server/database/tables/companies.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { liveSessions } from '#server/sessions/sessions.ts'
import { isActive } from '#shared/rules/roles.ts'
import { places } from '#server/database/tables/customers.ts'
import type { Place } from '#shared/contract/places.ts'

/** A person in wire format. Throws NotFound. */
export async function userById(id: string): Promise<User> {
  const [row] = await db().select().from(users).where(eq(users.id, id))
  if (!row) throw new NotFound()
  return {
    ...row,
    active: isActive(row),
    ...(row.phone && !(await reachedNumber(row.phone)) && { phoneNotReached: true as const }),
    paysByInvoice: row.invoicing !== null,
    ...((await isMember(id)) && { isMember: true as const }),
    createdAt: row.createdAt.toISOString(),
  }
}

async function isMember(userId: string): Promise<boolean> {
  if (!currentSettings().uses.companies) return false
  const current = and(eq(companyMembers.userId, userId), isNull(companyMembers.leftAt))
  return (await db().$count(companyMembers, current)) > 0
}

/** Where a person is signed in, last used first. */
export async function devicesOf({ id, sessionHash }: SignedIn): Promise<SignedInDevice[]> {
  const { default: Bowser } = await import('bowser')
  return (await liveSessions(id)).map(({ tokenHash, ...session }) => {
    // It throws for an empty text.
    const { browser, os } = Bowser.parse(session.userAgent || 'unknown')
    return {
      id: session.id,
      browser: browser.name ?? '',
      system: os.name ?? '',
      network: session.network,
      signedInAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      isThis: tokenHash === sessionHash,
    }
  })
}

/** Ids of the admins to notify. */
export async function adminIds(): Promise<string[]> {
  return (await admins()).map(({ id }) => id)
}

/** E-mail addresses of the admins who have one. */
export async function adminEmails(): Promise<string[]> {
  return (await admins()).flatMap(({ email }) => email ?? [])
}

/** The office's people by name; the e-mail address stands in for a missing name. */
export async function officeTeam(): Promise<TeamMember[]> {
  const people = (await admins()).map(({ id, email, firstName, lastName, lastLoginAt }) => ({
    id,
    name: `${firstName} ${lastName}`.trim() || (email ?? ''),
    email,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  }))
  return people.toSorted((one, other) => one.name.localeCompare(other.name))
}

export const isOfTeam = and(eq(users.role, 'admin'), isNull(users.deactivatedAt))

const admins = () => db().select().from(users).where(isOfTeam)

type Row = typeof places.$inferSelect

/** A customer's saved places, oldest first. */
export async function placesOf(customerId: string): Promise<Place[]> {
  const rows = await db()
    .select()
    .from(places)
    .where(eq(places.customerId, customerId))
    .orderBy(asc(places.createdAt), asc(places.id))
  return rows.map(toPlace)
}

export const toPlace = ({ id, name, address, accessNotes }: Row): Place => ({
  id,
  name,
  address,
  accessNotes,
})
