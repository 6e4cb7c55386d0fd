import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotFound, TooMany } from './errors.ts'
import { callerKey, type MountOptions } from './mount.ts'

type PersonOf = MountOptions['personOf']

/** Limits the calls of one person, or of one address (behind proxies by `TRUST_PROXY`) when signed out; 0 for no limits. */
export async function limitRequests(calls: FastifyInstance, perMinute: number, personOf: PersonOf) {
  if (perMinute === 0) return
  await calls.register(rateLimit, {
    max: (_request, key) =>
      key.startsWith(deadLink) ? Math.min(deadLinksPerMinute, perMinute) : perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => limitKey(request, personOf),
    errorResponseBuilder: (_request, { ttl }) =>
      new TooMany(undefined, { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
}

const deadLink = 'dead link '
/** Per address, on all calls without a limit of their own. */
const deadLinksPerMinute = 60

/** People, and guests by visit, have an allowance strangers at the same address cannot use up. */
async function limitKey(request: FastifyRequest, personOf: PersonOf) {
  const address = normalizeIP(request.ip)
  try {
    return callerKey(await personOf(request)) || address
  } catch (error) {
    if (error instanceof NotFound) return deadLink + address
    throw error
  }
}
