import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#server/base/config.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Metrics } from './metrics.ts'

type MetricsOptions = {
  token?: string | undefined
  openSockets: () => number
}

/**
 * Serves `/metrics` to this machine and to token holders; others get 404. With a token everything is counted from the start;
 * without one from the first scrape, because counting costs memory.
 */
export async function serveMetrics(app: FastifyInstance, options: MetricsOptions): Promise<void> {
  const { token, openSockets } = options
  let metrics: Metrics | undefined
  let loading: Promise<Metrics> | undefined
  const load = () =>
    (loading ??= import('./metrics.ts').then(
      ({ startMetrics }) => (metrics = startMetrics({ openSockets })),
    ))

  app.addHook('onResponse', async (request, reply) => {
    metrics?.answered(request, reply)
  })
  app.addHook('onClose', async () => metrics?.stop())
  app.get('/metrics', async (request, reply: FastifyReply) => {
    if (!isFromHere(request) && !hasToken(request, token)) throw new NotFound()
    const { type, text } = await (await load()).read()
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
  if (token) await load()
}

/** A direct connection from this machine under its own name: not through a proxy, and not by DNS rebinding. */
function isFromHere({ socket, ip, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] || headers.forwarded || headers.via) return false
  const hostname = URL.parse(`http://${headers.host}`)?.hostname ?? ''
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return [address, ip.replace(/^::ffff:/, ''), hostname].every(isLoopback)
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

const hash = (text: string) => createHash('sha256').update(text).digest()
