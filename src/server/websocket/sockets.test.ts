import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listenAt, openSocket, refusedOpening } from '#server/testing/test-socket.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { answerErrors } from '#server/http/error-handler.ts'
import { mountSockets, type SocketOptions } from './sockets.ts'

let app: FastifyInstance
afterEach(() => app.close())

async function serve(options: Partial<SocketOptions> = {}) {
  app = fastify()
  app.setErrorHandler(answerErrors(() => false))
  const people = mountSockets(app, {
    // The session's token is the person's id.
    personOf: async ({ headers }) => {
      const id = headers.cookie?.split('=')[1]
      return id ? { id, role: 'customer', active: true, sessionHash: id, language: null } : null
    },
    origin: undefined,
    requestsPerMinute: 0,
    onText: async (_person, _text, answer) => answer({ type: 'ready' }),
    ...options,
  })
  return { people, url: await listenAt(app) }
}

const notice = (message: string): Notification => ({
  id: 'n',
  type: 'job_booked',
  title: 'Booked',
  message,
  jobId: null,
  job: null,
  path: null,
  read: false,
  createdAt: '2026-11-21T08:00:00Z',
})

test('a client that does not answer pings is dropped, one that does stays', async () => {
  const { people, url } = await serve({ pingEveryMs: 50 })
  const [dead, living] = [
    await openSocket(url, 'dead', { autoPong: false }),
    await openSocket(url, 'living'),
  ]
  await dead.closed().toBe(1006)
  await living.settle()
  expect([people.isConnected('dead'), people.isConnected('living')]).toEqual([false, true])
})

test('a guest whose link expires is dropped', async () => {
  const until = new Date(Date.now() + 200)
  const { url } = await serve({
    pingEveryMs: 50,
    personOf: async () => ({
      id: 'guest',
      role: null,
      active: false,
      sessionHash: '',
      language: null,
      follows: { customerId: 'c', until },
    }),
  })
  const socket = await openSocket(url, 'any')
  await socket.closed().toBe(1008)
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime())
})

test('a reader far behind is dropped, the others hear everything', async () => {
  const { people, url } = await serve()
  const [slow, fast] = [await openSocket(url, 'slow'), await openSocket(url, 'fast')]
  slow.socket.pause()
  const long = notice('x'.repeat(50_000))
  for (let n = 0; n < 400 && people.isConnected('slow'); n++) {
    people.send(['slow', 'fast'], { type: 'notification', data: { ...long, id: String(n) } })
    await fast.hear('notification', n + 1)
  }
  expect(people.isConnected('slow')).toBe(false)
  expect(people.isConnected('fast')).toBe(true)
})

test('an undeclared field never leaves', async () => {
  const { people, url } = await serve()
  const reader = await openSocket(url, 'reader')
  const data = { ...notice('Hi'), secret: 'not for you' }
  people.send(['reader', 'reader'], { type: 'notification', data })
  expect(await reader.hear('notification')).toEqual([{ type: 'notification', data: notice('Hi') }])
})

test('openings are limited per address', async () => {
  const { url } = await serve({ requestsPerMinute: 3 })
  for (let n = 0; n < 3; n++) expect((await refusedOpening(url)).status).toBe(401)
  const late = await refusedOpening(url, 'late')
  expect([late.status, late.headers['retry-after']]).toEqual([429, '60'])
})

test('a session ending while its socket opens leaves none behind', async () => {
  let gone = false
  const { people, url } = await serve({
    personOf: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return gone
        ? null
        : { id: 'a', role: 'customer', active: true, sessionHash: 'a', language: null }
    },
  })
  const opening = refusedOpening(url, 'a')
  gone = true
  expect((await opening).status).toBe(401)
  expect(people.isConnected('a')).toBe(false)
})

test('broken handshakes and other paths are refused, and the server continues', async () => {
  const { url } = await serve()
  expect((await refusedOpening(url, 'a', { 'sec-websocket-version': '7' })).status).toBe(400)
  expect((await refusedOpening(url, 'a', { 'sec-websocket-key': 'short' })).status).toBe(400)
  expect((await refusedOpening(`${url}/elsewhere`, 'a')).status).toBe(0)
  await (await openSocket(url, 'a')).settle()
})

test('a flood of pings closes the socket, read or not', async () => {
  const { people, url } = await serve()
  const [reads, reading] = [await openSocket(url, 'a'), await openSocket(url, 'b')]
  for (let n = 0; n < 40; n++) reads.socket.ping()
  await reads.closed().toBe(1008)
  reading.socket.pause()
  for (let n = 0; n < 20_000; n++) reading.socket.ping('x'.repeat(125))
  await expect.poll(() => people.isConnected('b')).toBe(false)
})

test('a message in tiny fragments closes the socket', async () => {
  const { url } = await serve()
  const socket = await openSocket(url, 'a')
  for (let n = 0; n < 100; n++) socket.socket.send('', { fin: false })
  await socket.closed().toBe(1008)
})
