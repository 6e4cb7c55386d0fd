import type { FastifyRequest } from 'fastify'
import { originOf, type Site } from './cookies.ts'

/**
 * True for a link or address typed by the person; false when another site led the browser here, or when the
 * browser only fetches ahead. A GET that changes something needs it, for links carry the session cookie.
 */
export function isOwnNavigation(site: Site, request: FastifyRequest): boolean {
  const { 'sec-fetch-site': from, 'sec-purpose': purpose, referer } = request.headers
  if (String(purpose ?? '').includes('prefetch')) return false
  if (from !== undefined) return from === 'same-origin' || from === 'none'
  // Browsers from before Sec-Fetch-Site.
  return !referer || (URL.parse(referer)?.origin ?? '') === originOf(site, request)
}
