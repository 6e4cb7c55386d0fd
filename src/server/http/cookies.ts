import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import { languageCookie } from '#shared/texts/languages.ts'
import { ownOrigin } from './same-origin.ts'

/** What our cookies carry: the session, a code being waited for, a known browser, a visit to the provider. */
type CookieName = 'fq_session' | 'fq_code' | 'fq_known' | 'fq_oidc'

const options = { path: '/', httpOnly: true, sameSite: 'lax' } as const

export type Site = {
  /** The public address of this installation, when configured: `https://fivequart.example`. */
  origin?: string
}

/** A request and what it is answered with. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The address the browser uses, without a slash at the end. */
export function originOf(site: Site, request: FastifyRequest): string {
  return ownOrigin(request, site.origin)
}

/** Whether people reach us by https. */
export const isSecure = (site: Site, protocol: string) =>
  site.origin ? site.origin.startsWith('https:') : protocol === 'https'

// The prefix makes the browser refuse such a cookie from a sister domain or over plain http.
const nameOf = (name: CookieName, secure: boolean) => (secure ? `__Host-${name}` : name)

export function readCookie(site: Site, request: FastifyRequest, name: CookieName) {
  return request.cookies[nameOf(name, isSecure(site, request.protocol))]
}

/** Sets a cookie that scripts cannot read; `seconds` until the browser drops it. */
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

/** A cookie that scripts can read: the pages of the app decide by it. */
export function giveLanguageCookie(site: Site, { request, reply }: Exchange, code: string): void {
  const secure = isSecure(site, request.protocol)
  const maxAge = cookieSeconds.language
  void reply.setCookie(languageCookie, code, { path: '/', sameSite: 'lax', secure, maxAge })
}

export function dropCookie(site: Site, { request, reply }: Exchange, name: CookieName): void {
  const secure = isSecure(site, request.protocol)
  void reply.clearCookie(nameOf(name, secure), { ...options, secure })
}
