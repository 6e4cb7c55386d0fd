import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import { languageCookie } from '#shared/texts/languages.ts'
import { ownOrigin } from './same-origin.ts'

/** Our cookies: the session, a pending code, a known browser, a redirect to the provider. */
type CookieName = 'fq_session' | 'fq_code' | 'fq_known' | 'fq_oidc'

const options = { path: '/', httpOnly: true, sameSite: 'lax' } as const

export type Site = {
  /** This installation's configured address: `https://fivequart.example`. */
  origin?: string
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The address used by the browser, without a trailing slash. */
export function originOf(site: Site, request: FastifyRequest): string {
  return ownOrigin(request, site.origin)
}

/** Whether the site is reached by https. */
export const isSecure = (site: Site, protocol: string) =>
  site.origin ? site.origin.startsWith('https:') : protocol === 'https'

// The prefix makes browsers refuse such a cookie from a sister domain or over plain http.
const nameOf = (name: CookieName, secure: boolean) => (secure ? `__Host-${name}` : name)

export function readCookie(site: Site, request: FastifyRequest, name: CookieName) {
  return request.cookies[nameOf(name, isSecure(site, request.protocol))]
}

/** Sets a cookie hidden from scripts; `seconds` until it expires. */
export function giveCookie(
  site: Site,
  { request, reply }: Exchange,
  name: CookieName,
  value: string,
  seconds: number,
): void {
  const secure = isSecure(site, request.protocol)
  void reply.setCookie(nameOf(name, secure), value, { ...options, secure, maxAge: seconds })
}

/** A cookie readable by scripts: the app's pages choose the language by it. */
export function giveLanguageCookie(site: Site, { request, reply }: Exchange, code: string): void {
  const secure = isSecure(site, request.protocol)
  const maxAge = cookieSeconds.language
  void reply.setCookie(languageCookie, code, { path: '/', sameSite: 'lax', secure, maxAge })
}

export function dropCookie(site: Site, { request, reply }: Exchange, name: CookieName): void {
  const secure = isSecure(site, request.protocol)
  void reply.clearCookie(nameOf(name, secure), { ...options, secure })
}
