import type { FastifyRequest } from 'fastify'
import {
  dropCookie,
  type Exchange,
  giveCookie,
  readCookie,
  type Site,
} from '#server/http/cookies.ts'
import { now } from '#server/base/clock.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'

export const giveSessionCookie = (site: Site, call: Exchange, token: string) =>
  giveCookie(site, call, 'fq_session', token, sessionSeconds)

export const dropSessionCookie = (site: Site, call: Exchange) =>
  dropCookie(site, call, 'fq_session')

/** Extends the browser's copy together with the session. */
export function renewSessionCookie(site: Site, call: Exchange): void {
  const token = sessionToken(site, call.request)
  if (token) giveSessionCookie(site, call, token)
}

export const sessionToken = (site: Site, request: FastifyRequest) =>
  readCookie(site, request, 'fq_session')

/** Whether a browser seems signed in; only loading the session is certain. */
export const hasSessionCookie = (site: Site, request: FastifyRequest) =>
  sessionToken(site, request) !== undefined

const hourMs = 3_600_000

/** Time from a session's last use to its end. */
const sessionSeconds = cookieSeconds.session

export const sessionEnd = () => new Date(now().getTime() + sessionSeconds * 1000)

/** Extending once an hour records when the session was last used, and saves a write per request. */
export const isWorthExtending = (expiresAt: Date) =>
  sessionEnd().getTime() - expiresAt.getTime() > hourMs

/** When a session that ends then was last used, to the hour. */
export const lastUse = (expiresAt: Date) => new Date(expiresAt.getTime() - sessionSeconds * 1000)
