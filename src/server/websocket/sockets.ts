import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'
import { maxFrameBytes, socketPath } from '#shared/contract/socket.ts'
import { phrase } from '#shared/texts/t.ts'
import { Invalid, TooMany, Unauthenticated, Unavailable } from '#server/http/errors.ts'
import { assertSameOrigin } from '#server/http/same-origin.ts'
import {
  type Connected,
  createConnections,
  type ConnectionOptions,
  type Connections,
} from './connections.ts'

export type SocketOptions = ConnectionOptions & {
  /** The current person of a cookie, including any concurrent change. */
  personOf: (request: FastifyRequest) => Promise<Connected | null>
  origin: string | undefined
  /** Openings per minute from one address; 0 for no limit. */
  requestsPerMinute: number
}

type Upgrade = { socket: Socket; head: Buffer }

// Not by import, which would load all of `fetch` at start for node:http's names.
const { ServerResponse } = process.getBuiltinModule('node:http')

/**
 * Serves the WebSocket: an opening goes through the router like any request, so proxies, cookies, limits and refusals are
 * the same as for calls. Returns the connections.
 */
export function mountSockets(app: FastifyInstance, options: SocketOptions): Connections {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const people = createConnections(options)
  let closing = false
  let server: WebSocketServer | undefined

  app.server.on('upgrade', (request, socket: Socket, head) => {
    // Nothing else listens to a socket after an upgrade request, and an unhandled error ends the process.
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?')[0] !== socketPath) {
      // In development, hot reload has its own socket on this server.
      if (app.server.listenerCount('upgrade') === 1) socket.destroy()
      return
    }
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })

  void app.register(async (scope) => {
    if (options.requestsPerMinute > 0)
      await scope.register(rateLimit, {
        max: options.requestsPerMinute,
        timeWindow: 60_000,
        keyGenerator: (request) => normalizeIP(request.ip),
        errorResponseBuilder: (_request, { ttl }) =>
          new TooMany(undefined, { retryAfterSeconds: Math.ceil(ttl / 1000) }),
      })
    scope.get(socketPath, async (request, reply) => {
      const upgrade = upgrades.get(request.raw)
      if (!upgrade) throw new Invalid(phrase('This address answers WebSocket connections only.'))
      assertSameOrigin(request, options.origin)
      // Loaded at first use, so a start does not wait for it.
      const { WebSocketServer: Server } = await import('ws')
      const person = await options.personOf(request)
      // Nothing waits from here to the registration, so that a session's end finds the socket.
      if (!person) throw new Unauthenticated()
      if (closing) throw new Unavailable()
      if (people.isFull(person.id)) throw new TooMany(phrase('You have too many pages open.'))
      reply.hijack()
      reply.raw.detachSocket(upgrade.socket)
      server ??= newServer(Server)
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket: WebSocket) =>
        people.add(person, socket),
      )
    })
  })

  app.addHook('preClose', async () => {
    closing = true
    await people.closeAll()
  })
  return people
}

// Missing in its types. A client that does not read cannot delay the close.
const closing: object = { closeTimeout: 5_000 }

const newServer = (Server: typeof WebSocketServer) =>
  new Server({
    ...closing,
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    // A browser sends one fragment; a proxy may split it, but not into tiny ones.
    maxFragments: 64,
    // Short texts gain nothing, and each socket would need its own buffers.
    perMessageDeflate: false,
  })
