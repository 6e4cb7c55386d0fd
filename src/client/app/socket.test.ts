import type { Query } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guestLine, isConnected } from './socket-state.ts'
import { queryClient } from './queries.ts'
import { connectSocket, reconnectDelay } from './socket.ts'
import { guestProtocol } from '#shared/contract/socket.ts'

/** A browser socket controlled by the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  readonly sent: unknown[] = []
  readonly url: string
  readonly protocols: readonly string[]

  constructor(url: string, protocols: readonly string[]) {
    super()
    this.url = url
    this.protocols = protocols
    sockets.push(this)
  }

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  close() {
    this.readyState = 2
  }

  /** The server accepts the connection. */
  welcome() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
    this.say({ type: 'ready' })
  }

  say(update: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(update) }))
  }

  end(code: number) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

let sockets: FakeSocket[] = []
let page: EventTarget & { visibilityState: string }
let close: () => void
const polled = new Set<string>()
const lookedAt = vi.spyOn(queryClient, 'invalidateQueries')
const looks = (route: string, state: object = { dataUpdatedAt: Date.now() }) => {
  const options = polled.has(route) ? { refetchInterval: 5_000 } : {}
  const query = { queryKey: [route], observers: [{ options }], state } as unknown as Query
  return lookedAt.mock.calls.filter(([filters]) => filters?.predicate?.(query)).length
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  sockets = []
  lookedAt.mockClear()
  polled.clear()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { origin: 'https://oil.example' })
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page))
  close = connectSocket('me')
})
afterEach(() => {
  close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('on opening it authenticates, and is connected once the server answers', () => {
  const [first] = sockets
  expect(first?.url).toBe('wss://oil.example/ws')
  expect(isConnected()).toBe(false)
  first?.welcome()
  expect(first?.sent).toEqual([{ type: 'authenticate', userId: 'me' }])
  expect(isConnected()).toBe(true)
  expect([looks('GET /api/notifications'), looks('GET /api/jobs/customer')]).toEqual([1, 0])
})

test('a list loaded a while ago may be outdated', () => {
  const loaded = { dataUpdatedAt: Date.now() }
  vi.advanceTimersByTime(2_100)
  sockets[0]?.welcome()
  expect(looks('GET /api/jobs/customer', loaded)).toBe(1)
  expect(looks('GET /api/jobs/customer')).toBe(0)
})

test('once it is open, lists are checked without waiting for the next poll', () => {
  polled.add('GET /api/dashboard/stats')
  sockets[0]?.welcome()
  expect([looks('GET /api/dashboard/stats'), looks('GET /api/jobs/customer')]).toEqual([1, 0])
})

test('failed loads are retried; a signed-out state stays', () => {
  sockets[0]?.welcome()
  const failed = (status: number) => ({ status: 'error', error: { status } })
  expect(looks('GET /api/dashboard/stats', failed(503))).toBe(1)
  expect(looks('GET /api/auth/user', failed(401))).toBe(0)
})

test('a lost connection is retried after 3 s, then later, and refetches', () => {
  sockets[0]?.welcome()
  sockets[0]?.end(1006)
  expect(isConnected()).toBe(false)
  vi.advanceTimersByTime(2_990)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(20)
  expect(sockets).toHaveLength(2)
  sockets[1]?.end(1006)
  vi.advanceTimersByTime(4_490)
  expect(sockets).toHaveLength(2)
  vi.advanceTimersByTime(20)
  sockets[2]?.welcome()
  // Once after 5 s without a connection, once on reconnecting.
  expect(looks('GET /api/jobs/customer')).toBe(2)
})

test('returning to the page or online retries at once', () => {
  sockets[0]?.end(1006)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(2)
  sockets[1]?.end(1006)
  page.dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(3)
})

test('a connection that stops answering is closed', () => {
  sockets[0]?.welcome()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets[0]?.sent).toHaveLength(2)
  vi.advanceTimersByTime(8_010)
  expect(isConnected()).toBe(false)
  vi.advanceTimersByTime(3_010)
  sockets[1]?.welcome()
  // Late events of the old one are ignored.
  sockets[0]?.end(1006)
  expect(isConnected()).toBe(true)
  vi.advanceTimersByTime(60_010)
  expect(sockets[1]?.sent).toHaveLength(2)
})

test('after a session change it checks the user, once a new session could have arrived', async () => {
  sockets[0]?.welcome()
  sockets[0]?.end(4001)
  expect(looks('GET /api/auth/user')).toBe(0)
  vi.advanceTimersByTime(1_010)
  await vi.dynamicImportSettled()
  expect(looks('GET /api/auth/user')).toBe(1)
})

test('after its session change a guest’s page asks for its visit again', async () => {
  const leave = connectSocket({ guestToken: 'secret' }, guestLine)
  const socket = sockets.at(-1)
  socket?.welcome()
  const before = looks('GET /api/jobs/customer')
  socket?.end(4001)
  vi.advanceTimersByTime(1_010)
  await vi.dynamicImportSettled()
  expect(looks('GET /api/jobs/customer')).toBe(before + 1)
  leave()
})

test('closed for good, it stays closed', () => {
  sockets[0]?.welcome()
  close()
  expect(isConnected()).toBe(false)
  sockets[0]?.end(1005)
  page.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
})

test("a guest's socket keeps the link's secret out of addresses, and is separate", () => {
  close()
  const leave = connectSocket({ guestToken: 'secret' }, guestLine)
  const guest = sockets.at(-1)
  expect(guest?.url).not.toContain('secret')
  expect(guest?.protocols).toEqual([guestProtocol, 'secret'])
  expect(guestLine.isConnected()).toBe(false)
  guest?.welcome()
  expect([guestLine.isConnected(), isConnected()]).toEqual([true, false])
  leave()
  expect(guestLine.isConnected()).toBe(false)
})

test.each([
  [0, 3_000, 3_600],
  [1, 4_500, 5_400],
  [2, 6_750, 8_100],
  [5, 22_781, 27_338],
  [6, 25_000, 30_000],
  [1000, 25_000, 30_000],
])('after %i failures between %i and %i ms', (failures, shortest, longest) => {
  expect(reconnectDelay(failures, 0)).toBeCloseTo(shortest, -1)
  expect(reconnectDelay(failures, 1)).toBeCloseTo(longest, -1)
})
