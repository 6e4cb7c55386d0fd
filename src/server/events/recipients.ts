import { inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { siteAddress } from '#server/base/site-address.ts'
import type { Role } from '#shared/rules/roles.ts'
import { guestPathTo, type LinkTo, pathTo } from './links.ts'

/** Somebody a mail or a text message goes to. */
export type Recipient = {
  id: string
  firstName: string
  email: string | null
  role: Role
  /** BCP 47; null when they never chose one. */
  language: string | null
  /** UTC instant; null for somebody who never signed in. */
  lastLoginAt: Date | null
}

/** These people as messages need them, by id. */
export async function recipientsById(ids: readonly string[]): Promise<Map<string, Recipient>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(
    rows.map(({ id, firstName, email, role, language, lastLoginAt }) => [
      id,
      {
        id,
        firstName,
        email,
        role: role ?? 'customer',
        language,
        lastLoginAt,
      },
    ]),
  )
}

/**
 * Whether somebody's messages about a visit open it without an account: a customer who has never signed in, or not since
 * they booked it as a guest, at the UTC instant `bookedAsGuest`.
 */
export const isGuest = (
  { role, lastLoginAt }: Pick<Recipient, 'role' | 'lastLoginAt'>,
  bookedAsGuest: Date | undefined,
): boolean =>
  role === 'customer' &&
  (lastLoginAt === null || (bookedAsGuest !== undefined && lastLoginAt < bookedAsGuest))

/** A function that makes the absolute links of messages to somebody of that role, about a visit or about none. */
export function linksFor(role: Role, jobId: string | null): (to: LinkTo) => string {
  const address = siteAddress()
  return (to) => address + pathTo(to, { role, jobId })
}

/** The same for a guest, whose `token` opens the visit. */
export function guestLinksFor(token: string): (to: LinkTo) => string {
  const address = siteAddress()
  return (to) => address + guestPathTo(to, token)
}
