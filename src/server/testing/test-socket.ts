// A browser's end of the socket, for tests.
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type ClientOptions, WebSocket } from 'ws'
import { expect } from 'vitest'
import type { SocketUpdate } from '#shared/contract/socket.ts'

export type TestSocket = Awaited<ReturnType<typeof openSocket>>

/** Listens on a free port; returns its `http://127.0.0.1:port`. */
export async function listenAt(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const cookieOf = (token?: string): Record<string, string> =>
  token ? { cookie: `fq_session=${token}` } : {}

/** Opens the socket with this session, and waits for the server's `ready`. */
export async function openSocket(
  url: string,
  token: string,
  { protocols = [], ...options }: ClientOptions & { protocols?: string[] } = {},
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, protocols, {
    origin: url,
    headers: cookieOf(token),
    ...options,
  })
  const heard: SocketUpdate[] = []
  let closeCode: number | undefined
  socket.on('message', (data) =>
    heard.push(JSON.parse((data as Buffer).toString()) as SocketUpdate),
  )
  socket.on('close', (code) => {
    closeCode = code
  })
  const send = (frame: unknown) => socket.send(JSON.stringify(frame))
  const hear = async <T extends SocketUpdate['type']>(type: T, count = 1) => {
    const ofType = () => heard.filter((update) => update.type === type)
    await expect.poll(ofType, { timeout: 5000, interval: 5 }).toHaveLength(count)
    return ofType() as Extract<SocketUpdate, { type: T }>[]
  }
  await once(socket, 'open')
  send({ type: 'authenticate', userId: 'somebody else' })
  await hear('ready')
  return {
    socket,
    send,
    hear,
    /** Everything received so far, except the greeting. */
    heard: () => heard.filter(({ type }) => type !== 'ready'),
    /** Waits for the answer to a question sent after everything of interest. */
    async settle() {
      const before = heard.filter(({ type }) => type === 'ready').length
      send({ type: 'authenticate' })
      await hear('ready', before + 1)
    },
    closed: () => expect.poll(() => closeCode, { timeout: 5000, interval: 5 }),
    close: () => socket.terminate(),
  }
}

/** The status refusing an opening; 0 without an answer. */
export async function refusedOpening(
  url: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> {
  const asked = request(`${url}/ws`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...cookieOf(token),
      ...headers,
    },
  }).end()
  return new Promise((resolve, reject) => {
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('The socket was opened'))
    })
    asked.on('error', () => resolve({ status: 0, body: '', headers: {} }))
    asked.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      )
    })
  })
}
