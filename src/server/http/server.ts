import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '#shared/contract/contract.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import { now } from '#server/base/clock.ts'
import { compressAnswers } from './compress-answers.ts'
import { answerErrors } from './error-handler.ts'
import type { Handlers } from './handlers.ts'
import { mountContract, type MountOptions } from './mount.ts'
import { answerInTheirLanguage, speakToAccount } from './request-language.ts'
import { isSecure } from './cookies.ts'
import { limitRequests } from './request-limits.ts'
import { logRequests, RequestLog } from './request-log.ts'
import { onlyByHttps, securityHeaders } from './security-headers.ts'
import { Socket } from 'node:net'

export type ServerOptions = MountOptions & {
  handlers: Handlers
  logger: Logger
  /** Calls per minute by one person, or one address when signed out, unless the contract sets its own; 0 for no limits. */
  requestsPerMinute: number
  /** Number of proxies in front that set X-Forwarded-*; 0 to ignore such headers. */
  trustProxy: number
  /** Another origin for pictures. */
  images?: string | undefined
  /** Connection limits, if not the usual ones. */
  connections?: Partial<typeof usualConnections> | undefined
  /** Whether an error means that the database is unreachable. */
  isOutOfService: (error: unknown) => boolean
}

const usualConnections = {
  /** Until a call's headers have arrived, from when the connection opens or is reused. */
  headersMs: 20_000,
  /** Longest time for a whole body, however slowly it arrives. A file may take longer… */
  callMs: 60_000,
  /** … while at least this many bytes arrive per `callMs`. */
  fileBytes: 10_000,
  /** Without a byte in either direction, including an answer no one reads. */
  idleMs: 300_000,
  checkedEveryMs: 5_000,
  /** Open at a time; an idle one takes about 4 kB. */
  most: 20_000,
}

/** The HTTP server with the whole contract mounted; the caller adds sockets and static files, then listens. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const connections = { ...usualConnections, ...options.connections }
  const app = fastify({
    loggerInstance: options.logger,
    bodyLimit: 1_048_576,
    // Bodies have a limit of their own, below.
    requestTimeout: 0,
    connectionTimeout: connections.idleMs,
    http: {
      headersTimeout: connections.headersMs,
      connectionsCheckingInterval: connections.checkedEveryMs,
    },
    // Only our own proxies' entries are believed: clients may send the header too.
    trustProxy: (_address, hop) => hop < options.trustProxy,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : unreadable(url)),
    genReqId: () => randomUUID(),
    // Longer than any real path: otherwise the router refuses it with its own message and headers.
    routerOptions: { maxParamLength: 20_000 },
    schemaController: { compilersFactory: noSchemas },
    logController: new RequestLog(),
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.server.maxConnections = connections.most
  endConnections(app)
  app.setErrorHandler(answerErrors(options.isOutOfService))
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  logRequests(app)
  const security = securityHeaders(options.images)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(security)
    reply.header(serverTimeHeader, now().toISOString())
    endSlowBody(request, reply, connections)
    if (isSecure(options, request.protocol)) reply.headers(onlyByHttps)
  })
  await app.register(cookie)
  answerInTheirLanguage(app)
  const personOf = oncePerRequest(async (request) => {
    const person = await options.personOf(request)
    if (person) speakToAccount(request, person.language)
    return person
  })
  // A scope of its own, so cheap pages and files are outside the limits.
  await app.register(async (calls) => {
    await limitRequests(calls, options.requestsPerMinute, personOf)
    compressAnswers(calls)
    mountContract(calls, contract, options.handlers, { ...options, personOf })
  })
  return app
}

const noCompiler = () => {
  throw new Error('The contract validates calls: Fastify has no schemas.')
}

/** Without these, Fastify would load its own compilers at every start. */
const noSchemas = { buildValidator: noCompiler, buildSerializer: noCompiler }

const unreadable = (url: string) => (url.startsWith('/api/') ? '/api/unreadable' : '/unreadable')

/** False for a path with broken escapes, which the router would refuse in its own way. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

function oncePerRequest<T>(read: (request: FastifyRequest) => Promise<T>) {
  const answers = new WeakMap<FastifyRequest, Promise<T>>()
  return (request: FastifyRequest): Promise<T> => {
    const answer = answers.get(request) ?? read(request)
    answers.set(request, answer)
    return answer
  }
}

/** Ends a call whose body takes too long to arrive. */
function endSlowBody(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { callMs, fileBytes }: Pick<typeof usualConnections, 'callMs' | 'fileBytes'>,
): void {
  const { headers, socket } = raw
  // Calls made inside the process have no connection.
  if (!(socket instanceof Socket)) return
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const isFile = (routeOptions.config as { isFile?: boolean } | undefined)?.isFile === true
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seen
    seen += arrived
    if (raw.complete) clearInterval(timer)
    else if (!isFile || arrived < fileBytes)
      socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
        socket.destroy(),
      )
  }, callMs).unref()
  finished(reply.raw, () => clearInterval(timer))
}

/** Longer than any call, shorter than the process's time to exit. */
const patienceMs = 10_000

/**
 * Lets the server close although Node considers some connections busy: unused ones opened ahead by browsers close at once,
 * and a half-sent call after ten seconds.
 */
function endConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    // A browser would keep the last connection open and delay the exit.
    if (closing) reply.header('connection', 'close')
  })
}
