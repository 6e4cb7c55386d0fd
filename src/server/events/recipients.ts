import { inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { siteAddress } from '#server/base/site-address.ts'
import type { Role } from '#shared/rules/roles.ts'
import { guestPathTo, type LinkTo, pathTo } from './links.ts'

/** The recipient of a mail or text message. */
export type Recipient = {
  id: string
  firstName: string
  email: string | null
  role: Role
  /** BCP 47; null if never chosen. */
  language: string | null
  /** UTC instant; null before the first sign-in. */
  lastLoginAt: Date | null
}

/** The recipients' data for messages, by id. */
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
 * Whether messages about a visit open it without an account: the customer has never signed in, or not since booking it as a
 * guest, at the UTC instant `bookedAsGuest`.
 */
export const isGuest = (
  { role, lastLoginAt }: Pick<Recipient, 'role' | 'lastLoginAt'>,
  bookedAsGuest: Date | undefined,
): boolean =>
  role === 'customer' &&
  (lastLoginAt === null || (bookedAsGuest !== undefined && lastLoginAt < bookedAsGuest))

/** Makes absolute links for a person with that role, about a visit or none. */
export function linksFor(role: Role, jobId: string | null): (to: LinkTo) => string {
  const address = siteAddress()
  return (to) => address + pathTo(to, { role, jobId })
}

/** Makes absolute links for a guest; `token` opens the visit. */
export function guestLinksFor(token: string): (to: LinkTo) => string {
  const address = siteAddress()
  return (to) => address + guestPathTo(to, token)
}
