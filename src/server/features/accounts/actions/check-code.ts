import { and, eq, gt, isNull, like, lt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { Invalid } from '#server/http/errors.ts'
import { networkOf } from '#server/http/client-network.ts'
import { phrase } from '#shared/texts/t.ts'
import { assertFewWrongCodes, countWrongCode } from './code-limits.ts'
import { sameSeal, sealOf } from '../secret-key.ts'
import { hashToken } from '#server/base/tokens.ts'

const mostTries = 5
const ticketShape = /^([0-9a-f-]{36})\.([\w-]{43})$/

/** A correctly typed code, not yet used. */
export type ProvenCode = { id: string; email: string }

type Attempt = {
  /** The ticket from the cookie of the browser that requested the code. */
  ticket: string | undefined
  code: string
  ip: string
}

/**
 * Counts one try at the ticket's code. Must not run in a transaction that may fail, or the try would not count. Throws
 * Invalid with `details.reason`: `wrong` (and `triesLeft`), `used_up` or `expired`; TooMany for a stranger in a network with
 * too many wrong codes.
 */
export async function checkCode({ ticket, code, ip }: Attempt): Promise<ProvenCode> {
  const [, id, token] = ticketShape.exec(ticket ?? '') ?? []
  if (!id || !token) throw expired()
  const network = networkOf(ip)
  const byStranger = !(await isOfKnownBrowser(id))
  if (byStranger) await assertFewWrongCodes(network)
  const [tried] = await db()
    .update(signInCodes)
    .set({ attempts: sql`${signInCodes.attempts} + 1` })
    .where(and(isLive(id), eq(signInCodes.browserHash, hashToken(token)), hasTries))
    .returning({
      email: signInCodes.email,
      codeHash: signInCodes.codeHash,
      attempts: signInCodes.attempts,
    })
  if (!tried) throw (await isUsedUp(id, hashToken(token))) ? usedUp() : expired()
  if (sameSeal(tried.codeHash, await sealOf('code', id, code))) return { id, email: tried.email }
  if (byStranger) await countWrongCode(network)
  const triesLeft = mostTries - tried.attempts
  if (triesLeft === 0) throw usedUp()
  throw new Invalid(
    triesLeft === 1
      ? phrase('That code is not right. One try is left. Please use the code in the latest e-mail.')
      : phrase(
          'That code is not right. {count} tries are left. Please use the code in the latest e-mail.',
          { count: triesLeft },
        ),
    { reason: 'wrong', triesLeft },
  )
}

/** Uses a proven code, in the current transaction. Throws Invalid when it was just used. */
export async function useCode({ id }: ProvenCode): Promise<void> {
  const used = await db()
    .update(signInCodes)
    .set({ usedAt: now() })
    .where(isLive(id))
    .returning({ id: signInCodes.id })
  if (used.length === 0) throw expired()
}

const isLive = (id: string) =>
  and(eq(signInCodes.id, id), isNull(signInCodes.usedAt), gt(signInCodes.expiresAt, now()))

const hasTries = lt(signInCodes.attempts, mostTries)

async function isOfKnownBrowser(id: string): Promise<boolean> {
  const known = like(signInCodes.limitKey, 'browser:%')
  return (await db().$count(signInCodes, and(eq(signInCodes.id, id), known))) > 0
}

async function isUsedUp(id: string, browserHash: string): Promise<boolean> {
  const [row] = await db()
    .select({ attempts: signInCodes.attempts })
    .from(signInCodes)
    .where(and(isLive(id), eq(signInCodes.browserHash, browserHash)))
  return row !== undefined && row.attempts >= mostTries
}

const expired = () =>
  new Invalid(
    phrase('This code has expired or belongs to another browser. Please ask for a new one.'),
    {
      reason: 'expired',
    },
  )

const usedUp = () =>
  new Invalid(phrase('Too many wrong tries. Please ask for a new code.'), {
    reason: 'used_up',
  })
