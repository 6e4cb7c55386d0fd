import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '#server/base/tokens.ts'
import { db, listen } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import type { Site } from '#server/http/cookies.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { languageOfRequest } from '#server/http/request-language.ts'
import { sessionByHash } from './live-session.ts'
import { changeCount, invalidateAll, recall, remember } from './session-cache.ts'
import { type SessionChange, notifyListeners } from './session-changes.ts'
import { sessionToken } from './session-cookie.ts'
import { isWorthExtending, sessionEnd } from './session-length.ts'

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
