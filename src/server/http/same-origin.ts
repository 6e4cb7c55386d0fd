import type { FastifyRequest } from 'fastify'
import { AppError, Forbidden } from './errors.ts'

/**
 * Refuses a state-changing request that another site made: the browser's Origin and Sec-Fetch-Site must be ours,
 * and a body must be JSON, which a foreign form cannot send.
 */
export function assertSameOrigin(request: FastifyRequest, origin: string | undefined): void {
  const { origin: sent, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Forbidden(t('This request came from another site.'))
  const own = origin ?? `${request.protocol}://${request.host}`
  if (sent !== undefined && sent !== own)
    throw new Forbidden(t('This request came from another site.'))
  if (type !== undefined && !/^application\/json\b/i.test(type) && !/^multipart\//i.test(type))
    throw new AppError('unsupported', 'Please send JSON.')
}
