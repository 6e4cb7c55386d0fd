import { randomInt } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, like } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { now } from '#server/base/clock.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { db, transaction } from '#server/database/database.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { sealOf } from '../secret-key.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/** Excludes letters and digits that look alike. Ten characters are 49 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 10
/** How long a code and its token are valid. */
const hoursValid = 24

/** `sign_in_codes.email` of a technician's hand-in code: no e-mail address looks like it, so no one signs in with it. */
const ownerOf = (technicianId: string) => `hand-in ${technicianId}`
const limitKey = 'hand-in'

const isGone = and(
  eq(users.role, 'technician'),
  isNotNull(users.deactivatedAt),
  isNull(users.anonymizedAt),
)

/**
 * Makes a deactivated technician's one-time code for handing in work left on their phone, in place of the previous one.
 * Throws NotFound, or Conflict if the technician still has access.
 */
export async function makeHandInCode(
  person: Person,
  technicianId: string,
): Promise<{ code: string; expiresAt: string }> {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  const expiresAt = new Date(now().getTime() + hoursValid * 3_600_000)
  await transaction(async () => {
    const [row] = await db()
      .select({ deactivatedAt: users.deactivatedAt })
      .from(users)
      .where(and(eq(users.id, technicianId), eq(users.role, 'technician')))
      .for('update')
    if (!row) throw new NotFound(phrase('Technician not found.'))
    if (!row.deactivatedAt)
      throw new Conflict(
        phrase('This technician has access: the phone sends the work automatically.'),
      )
    const email = ownerOf(technicianId)
    const codeHash = await sealOf('hand-in', letters)
    await db().delete(signInCodes).where(eq(signInCodes.email, email))
    await db()
      .insert(signInCodes)
      .values({ email, codeHash, browserHash: '', limitKey, createdAt: now(), expiresAt })
    await happened({ event: 'hand_in_code_made', by: person.id, data: { technicianId } })
  })
  return { code: `${letters.slice(0, 5)}-${letters.slice(5)}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Uses up a code; its token is valid for as long as the code was. Throws NotFound for any code but the person's current
 * one.
 */
export async function redeemHandInCode(
  typed: string,
  technicianId: string,
): Promise<{ token: string; expiresAt: string }> {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const token = newToken()
  const [used] = await db()
    .update(signInCodes)
    .set({ usedAt: now(), browserHash: hashToken(token) })
    .where(
      and(
        eq(signInCodes.email, ownerOf(technicianId)),
        eq(signInCodes.codeHash, await sealOf('hand-in', letters)),
        isNull(signInCodes.usedAt),
        gt(signInCodes.expiresAt, now()),
      ),
    )
    .returning({ expiresAt: signInCodes.expiresAt })
  if (!used)
    throw new NotFound(
      phrase('This code is wrong, used or expired. Please ask the office for another one.'),
    )
  return { token, expiresAt: used.expiresAt.toISOString() }
}

/**
 * The deactivated technician of a request with a hand-in token, regardless of its cookie; null without a token. Throws
 * NotFound for one that has expired, or whose technician has access again.
 */
export async function leaverOfRequest({ headers }: FastifyRequest): Promise<SignedIn | null> {
  const token = headers['x-hand-in']
  if (token === undefined) return null
  const [row] = await db()
    .select({ email: signInCodes.email })
    .from(signInCodes)
    .where(
      and(
        eq(signInCodes.browserHash, hashToken(String(token))),
        like(signInCodes.email, ownerOf('%')),
        isNotNull(signInCodes.usedAt),
        gt(signInCodes.expiresAt, now()),
      ),
    )
  const id = row?.email.slice(ownerOf('').length)
  const [person] = id
    ? await db()
        .select({ language: users.language })
        .from(users)
        .where(and(eq(users.id, id), isGone))
    : []
  if (!id || !person)
    throw new NotFound(
      phrase('The time to hand in work is over. Please ask the office for a code.'),
    )
  const { language } = person
  return { id, role: 'technician', active: false, handsIn: true, sessionHash: '', language }
}
