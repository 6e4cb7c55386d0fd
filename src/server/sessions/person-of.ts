import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '#server/base/tokens.ts'
import { db, listen } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/sessions.ts'
import type { Site } from '#server/http/cookies.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { languageOfRequest } from '#server/http/request-language.ts'
import { sessionByHash } from './live-session.ts'
import { changeCount, invalidateAll, recall, remember } from './session-cache.ts'
import { type SessionChange, notifyListeners } from './session-changes.ts'
import { sessionToken } from './session-cookie.ts'
import { isWorthExtending, sessionEnd } from './session-length.ts'

// Without word from other processes a remembered session could outlive its end there.
let listening = false

/** From now on sessions are remembered for a moment, and forgotten when any process says so. Returns the stop. */
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

/** Who sends a request, by the session cookie; null for nobody. */
export const personReader = (site: Site) => (request: FastifyRequest) =>
  personByToken(sessionToken(site, request))

/**
 * Who opens a socket, by the session cookie; null for nobody. Whoever is answered was let in after every change that
 * this process has heard of, so that a socket which is kept at once is found by the next one.
 */
export const socketPersonReader = (site: Site) => async (request: FastifyRequest) => {
  for (;;) {
    const changesBefore = changeCount()
    const person = await personByToken(sessionToken(site, request))
    if (changesBefore === changeCount())
      // The browser says its language only when it opens the socket.
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
  // Whoever waits for a role or an approval is looked up each time, so that it counts at once everywhere.
  if (listening && person.role && person.active) remember(person, expiresAt, changesBefore)
  return person
}

async function extend(sessionHash: string): Promise<void> {
  await db()
    .update(sessions)
    .set({ expiresAt: sessionEnd() })
    .where(eq(sessions.tokenHash, sessionHash))
}
