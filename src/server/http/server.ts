import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '#shared/contract/contract.ts'
import { answerError } from './error-handler.ts'
import type { Handlers } from './handlers.ts'
import { mountContract, type MountOptions } from './mount.ts'
import { securityHeaders } from './security-headers.ts'

export type ServerOptions = MountOptions & {
  handlers: Handlers
  logger: Logger
  /** Requests a minute from one address where the contract says nothing; 0 switches limits off. */
  requestsPerMinute: number
  trustProxy: boolean
}

/** The HTTP server with the whole contract mounted; the caller adds sockets and static files, then listens. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    bodyLimit: 1_048_576,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.setErrorHandler(answerError)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const ms = Math.round(reply.elapsedTime)
    // Query strings may carry searches for people, so only the path is logged.
    request.log.info({ method, path: url.split('?')[0], status: reply.statusCode, ms }, 'answered')
  })
  await app.register(helmet, securityHeaders)
  await app.register(cookie)
  if (options.requestsPerMinute > 0)
    await app.register(rateLimit, {
      max: options.requestsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => request.ip,
    })
  mountContract(app, contract, options.handlers, options)
  return app
}
