import { createHmac, randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { installationKey } from '#server/database/installation-key.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'

/** Makes a link's token from its id by signing, so later messages can include it although only its hash is stored. */
async function signer(): Promise<(linkId: string) => string> {
  const key = await installationKey('guest-links')
  return (linkId) => createHmac('sha256', key).update(linkId).digest('base64url')
}

const newLink = (sign: (linkId: string) => string, jobId: string, ticket: string) => {
  const id = randomUUID()
  const token = sign(id)
  const hashes = { tokenHash: hashToken(token), ticketHash: hashToken(ticket) }
  return { token, row: { id, ...hashes, jobId, createdAt: now() } }
}

/**
 * Stores a link to a visit in the current transaction and returns its token. `ticket` is the browser's part of the used
 * code: one code books once; `network` is the booker's network.
 */
export async function makeGuestLink(
  jobId: string,
  { ticket, network }: { ticket: string; network: string },
): Promise<string> {
  const { token, row } = newLink(await signer(), jobId, ticket)
  await db()
    .insert(guestLinks)
    .values({ ...row, network })
  return token
}

/**
 * Tokens of the links to these visits, by job, for messages to customers without an account; adds missing ones. Takes a few
 * statements for any number of visits.
 */
export async function guestTokens(jobIds: readonly string[]): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map()
  const sign = await signer()
  const links = await db()
    .select()
    .from(guestLinks)
    .where(inArray(guestLinks.jobId, [...jobIds]))
  const known = links.flatMap(({ id, tokenHash, jobId }) => {
    const token = sign(id)
    // Tokens from before signing cannot be rebuilt; they exist only in old mails.
    return hashToken(token) === tokenHash ? [[jobId, token] as const] : []
  })
  const tokens = new Map(known)
  const missing = jobIds.filter((jobId) => !tokens.has(jobId))
  const made = missing.map((jobId) => newLink(sign, jobId, newToken()))
  if (made.length > 0)
    await db()
      .insert(guestLinks)
      .values(made.map(({ row }) => row))
  for (const { token, row } of made) tokens.set(row.jobId, token)
  return tokens
}
