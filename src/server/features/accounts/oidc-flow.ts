import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type IdentityProvider,
  type ProvenIdentity,
  SignInRefused,
} from '#server/adapters/oidc/port.ts'
import { log } from '#server/base/log.ts'
import {
  dropCookie,
  giveCookie,
  originOf,
  readCookie,
  type Exchange,
  type Site,
} from '#server/http/cookies.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'

const Visit = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
})

/** Starts a sign-in at the provider and returns its address. `next` is the page to open afterwards. */
export async function startVisit(
  site: Site,
  provider: IdentityProvider,
  exchange: Exchange,
  next: string,
): Promise<string> {
  const { url, pending } = await provider.start(
    `${originOf(site, exchange.request)}/api/auth/callback`,
  )
  const value = Buffer.from(JSON.stringify({ ...pending, next })).toString('base64url')
  giveCookie(site, exchange, 'fq_oidc', value, cookieSeconds.provider)
  return url
}

/** The page to open after the sign-in; `/` without one under way. */
export const visitNext = (site: Site, request: FastifyRequest) =>
  pendingVisit(site, request)?.next ?? '/'

/** Ends the sign-in and returns the person. Throws SignInRefused. */
export async function endVisit(
  site: Site,
  provider: IdentityProvider,
  exchange: Exchange,
): Promise<ProvenIdentity> {
  const visit = pendingVisit(site, exchange.request)
  // Single use: a second return with the same code must start over.
  dropCookie(site, exchange, 'fq_oidc')
  const returnUrl = new URL(exchange.request.url, originOf(site, exchange.request))
  if (!visit || returnUrl.searchParams.get('state') !== visit.state)
    throw new SignInRefused('expired')
  return provider.finish(returnUrl, visit)
}

function pendingVisit(site: Site, request: FastifyRequest) {
  const cookie = readCookie(site, request, 'fq_oidc')
  try {
    return Visit.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()))
  } catch {
    return undefined
  }
}

/** The reason for the sign-in page; rethrows anything but a refusal. */
export function refusalReason(error: unknown) {
  if (!(error instanceof SignInRefused)) throw error
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  log.warn({ reason: error.reason, cause }, 'sign-in through the provider refused')
  return error.reason
}
