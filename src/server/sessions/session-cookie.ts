import type { FastifyRequest } from 'fastify'
import {
  dropCookie,
  type Exchange,
  giveCookie,
  readCookie,
  type Site,
} from '#server/http/cookies.ts'
import { sessionSeconds } from './session-length.ts'

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
