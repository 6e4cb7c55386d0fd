import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '#server/base/tokens.ts'
import { db, listen, queryRow } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import type { Site } from '#server/http/cookies.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { languageOfRequest } from '#server/http/request-language.ts'
import { changeCount, invalidateAll, recall, remember } from './session-cache.ts'
import { type SessionChange, notifyListeners, publishPersonChange } from './session-changes.ts'
import { sessionToken, isWorthExtending, sessionEnd } from './session-cookie.ts'
import { now } from '#server/base/clock.ts'
import type { users } from '#server/database/tables/users.ts'
import { isActive } from '#shared/rules/roles.ts'

// Without notifications from other processes a cached session could outlive its end.
let listening = false

/** Starts caching sessions briefly, invalidated by any process. Returns the stop. */
export async function subscribeToSessions(): Promise<() => Promise<void>> {
  const stop = await listen(
    'sessions',
    (change) => notifyListeners(JSON.parse(change) as SessionChange),
    { onReconnect: invalidateAll },
  )
  listening = true
  return async () => {
    listening = false
    invalidateAll()
    await stop()
  }
}

/** The caller by session cookie; null if signed out. */
export const personReader = (site: Site) => (request: FastifyRequest) =>
  personByToken(sessionToken(site, request))

/**
 * The person opening a socket by session cookie; null if signed out. Reflects every change this process has heard of, so a
 * socket registered at once is found by the next one.
 */
export const socketPersonReader = (site: Site) => async (request: FastifyRequest) => {
  for (;;) {
    const changesBefore = changeCount()
    const person = await personByToken(sessionToken(site, request))
    if (changesBefore === changeCount())
      // The browser's language is only known when the socket opens.
      return person && { ...person, language: person.language ?? languageOfRequest(request) }
  }
}

async function personByToken(token: string | undefined): Promise<SignedIn | null> {
  if (!token || token.length > 100) return null
  const sessionHash = hashToken(token)
  const known = recall(sessionHash)
  if (known) return known
  const changesBefore = changeCount()
  const session = await sessionByHash(sessionHash)
  if (!session) return null
  const { expiresAt, ...person } = session
  if (isWorthExtending(expiresAt)) await extend(sessionHash)
  // People waiting for a role or approval are looked up each time, so it takes effect at once everywhere.
  if (listening && person.role && person.active) remember(person, expiresAt, changesBefore)
  return person
}

async function extend(sessionHash: string): Promise<void> {
  await db()
    .update(sessions)
    .set({ expiresAt: sessionEnd() })
    .where(eq(sessions.tokenHash, sessionHash))
}

/**
 * Locks a deactivated person out at once, with the current transaction. Their sessions stay until they expire or the person
 * is taken on again, so the screen can show why.
 */
export const shutOut = (userId: string): Promise<void> => publishPersonChange(userId)

/** The id of the person deactivated since, to whom a request's session belongs. */
export const shutOutReader =
  (site: Site) =>
  async (request: FastifyRequest): Promise<string | undefined> => {
    const token = sessionToken(site, request)
    if (!token || token.length > 100) return undefined
    const row = await queryRow<{ id: string }>(sessionOfDeactivated, [hashToken(token), now()])
    return row?.id
  }

const sessionOfDeactivated = {
  name: 'session of somebody deactivated',
  text: `
    select u.id from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2
      and u.deactivated_at is not null and u.anonymized_at is null`,
}

type Row = Pick<typeof users.$inferSelect, 'id' | 'role' | 'language' | 'approvedAt'> & {
  expiresAt: Date
}

/** The live session with that hash and its active person. */
async function sessionByHash(
  sessionHash: string,
): Promise<(SignedIn & { expiresAt: Date }) | undefined> {
  const row = await queryRow<Row>(liveSession, [sessionHash, now()])
  if (!row) return undefined
  const { id, role, language, expiresAt } = row
  return { id, role, language, active: isActive(row), sessionHash, expiresAt }
}

const liveSession = {
  name: 'live session',
  text: `
    select u.id, u.role, u.language, u.approved_at, s.expires_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2
      and u.deactivated_at is null and u.anonymized_at is null`,
}
