import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { installationKey } from '#server/database/installation-key.ts'
import { guestLinks } from '#server/database/tables/guest-links.ts'
import { hashToken, newToken } from '#server/tokens.ts'

/** The token of a link: its id, signed. So every later message can carry it, though only its hash is stored. */
const sign = async (linkId: string): Promise<string> =>
  createHmac('sha256', await installationKey('guest-links'))
    .update(linkId)
    .digest('base64url')

/**
 * Stores a link to a visit in the current transaction and answers its token. `ticket` is the browser's part of the
 * code that was used, if any: one code books once.
 */
export async function makeGuestLink(jobId: string, ticket: string = newToken()): Promise<string> {
  const id = randomUUID()
  const token = await sign(id)
  await db()
    .insert(guestLinks)
    .values({ id, tokenHash: hashToken(token), ticketHash: hashToken(ticket), jobId })
  return token
}

/** The token of a visit's link, for a message to whoever has no account; made when there is none. */
export async function guestToken(jobId: string): Promise<string> {
  const links = await db().select().from(guestLinks).where(eq(guestLinks.jobId, jobId))
  for (const { id, tokenHash } of links) {
    const token = await sign(id)
    // Tokens from before they were signed are in the mail of that time alone.
    if (hashToken(token) === tokenHash) return token
  }
  return makeGuestLink(jobId)
}
