import type { FastifyRequest } from 'fastify'
import { phrase } from '#shared/texts/t.ts'
import { AppError, Forbidden } from './errors.ts'

/**
 * Refuses state-changing requests from other sites: Origin and Sec-Fetch-Site must be ours, and the body must be JSON or a
 * file of `uploads`, neither of which a foreign form can send.
 */
export function assertSameOrigin(
  request: FastifyRequest,
  origin: string | undefined,
  uploads?: readonly string[],
): void {
  const { origin: sent, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Forbidden(phrase('This request came from another site.'))
  if (sent !== undefined && sent !== ownOrigin(request, origin))
    throw new Forbidden(phrase('This request came from another site.'))
  if (uploads) {
    if (type !== undefined && !uploads.includes(type.split(';')[0]?.trim().toLowerCase() ?? ''))
      throw new AppError(
        'unsupported',
        phrase('Please send one of: {types}.', { types: uploads.join(', ') }),
      )
  } else if (
    type !== undefined &&
    !/^application\/json\b/i.test(type) &&
    !/^multipart\//i.test(type)
  )
    throw new AppError('unsupported', phrase('Please send JSON.'))
}

/** The address used by the request's browser: the configured one, else the requested one. */
export function ownOrigin(request: FastifyRequest, configured: string | undefined): string {
  return configured ? new URL(configured).origin : `${request.protocol}://${request.host}`
}

/**
 * True for a link or typed address; false if another site led here or the browser prefetches. Required by a GET that changes
 * something, since links carry the session cookie.
 */
export function isOwnNavigation(request: FastifyRequest, origin: string | undefined): boolean {
  const { 'sec-fetch-site': from, 'sec-purpose': purpose, referer } = request.headers
  if (String(purpose ?? '').includes('prefetch')) return false
  if (from !== undefined) return from === 'same-origin' || from === 'none'
  // Browsers without Sec-Fetch-Site.
  return !referer || (URL.parse(referer)?.origin ?? '') === ownOrigin(request, origin)
}
