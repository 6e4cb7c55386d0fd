import type { FastifyRequest } from 'fastify'
import { originOf, type Site } from './cookies.ts'

/**
 * True for a link or typed address; false if another site led here or the browser prefetches. Required by a GET that changes
 * something, since links carry the session cookie.
 */
export function isOwnNavigation(site: Site, request: FastifyRequest): boolean {
  const { 'sec-fetch-site': from, 'sec-purpose': purpose, referer } = request.headers
  if (String(purpose ?? '').includes('prefetch')) return false
  if (from !== undefined) return from === 'same-origin' || from === 'none'
  // Browsers without Sec-Fetch-Site.
  return !referer || (URL.parse(referer)?.origin ?? '') === originOf(site, request)
}
