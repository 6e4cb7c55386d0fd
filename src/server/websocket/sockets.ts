import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'
import { longestFrame, socketPath } from '#shared/contract/socket.ts'
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
  /** Whom a cookie stands for at this moment; a change of it that happens now is already in the answer. */
  personOf: (request: FastifyRequest) => Promise<Connected | null>
  origin: string | undefined
  /** Openings a minute from one address; 0: no limit. */
  requestsPerMinute: number
}

type Upgrade = { socket: Socket; head: Buffer }

// Not by import: that would load all of `fetch`, which a start does without, for the names of node:http.
const { ServerResponse } = process.getBuiltinModule('node:http')

/**
 * Serves the WebSocket: an opening goes through the router like any request, so that proxies, cookies, limits and
 * refusals are those of every call. Answers who is connected.
 */
export function mountSockets(app: FastifyInstance, options: SocketOptions): Connections {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const people = createConnections(options)
  let closing = false
  let server: WebSocketServer | undefined

  app.server.on('upgrade', (request, socket: Socket, head) => {
    // Nothing else listens to a socket whose request was an upgrade, and an error nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?')[0] !== socketPath) {
      // While developing, hot reload has a socket of its own on this server.
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
      // Loaded at first use: a start does not wait for it.
      const { WebSocketServer: Server } = await import('ws')
      const person = await options.personOf(request)
      // From here to the registration nothing waits, so that an end of the session finds the socket.
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

// Its types do not know that one yet. Whoever does not read does not hear that they are sent away.
const closing: object = { closeTimeout: 5_000 }

const newServer = (Server: typeof WebSocketServer) =>
  new Server({
    ...closing,
    noServer: true,
    clientTracking: false,
    maxPayload: longestFrame,
    // A browser sends one; a proxy may divide it, not crumble it.
    maxFragments: 64,
    // Short texts gain nothing by it, and each socket would hold its own buffers.
    perMessageDeflate: false,
  })
