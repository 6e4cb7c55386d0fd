import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSharing, stopSharing } from './position-sharing.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'

type Watch = { found: PositionCallback; failed: PositionErrorCallback }
let watch: Watch | undefined
let status = 200
const sent: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  status = 200
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition(found: PositionCallback, failed: PositionErrorCallback) {
        watch = { found, failed }
        return 1
      },
      clearWatch: () => (watch = undefined),
    },
  })
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const { latitude } = body ? (JSON.parse(body as string) as GeolocationCoordinates) : {}
    sent.push([method, path, latitude].filter(Boolean).join(' '))
    return Response.json({ message: 'No' }, { status, headers: { [serverTimeHeader]: 'now' } })
  })
})
afterEach(() => {
  stopSharing()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const be = async (latitude: number) => {
  watch?.found({ coords: { latitude, longitude: 0 } } as GeolocationPosition)
  await vi.advanceTimersByTimeAsync(0)
}
const put = (latitude: number) => `PUT /api/jobs/a/position ${latitude}`

test('at most one position every 15 seconds is sent, the newest', async () => {
  startSharing('a')
  for (const latitude of [1, 2, 3]) await be(latitude)
  expect(sent).toEqual([put(1)])
  await vi.advanceTimersByTimeAsync(14_900)
  expect(sent).toEqual([put(1)])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual([put(1), put(3)])
  // Standing still sends nothing; the next movement is sent at once.
  await vi.advanceTimersByTimeAsync(60_000)
  await be(4)
  expect(sent).toEqual([put(1), put(3), put(4)])
})

test('stopping ends watching and deletes the position', async () => {
  startSharing('a')
  await be(1)
  await be(2)
  stopSharing()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([watch, sent]).toEqual([undefined, [put(1), 'DELETE /api/jobs/a/position']])
})

test('it ends when the server refuses positions, but not when it is unreachable', async () => {
  startSharing('a')
  status = 503
  await be(1)
  expect(watch).toBeDefined()
  status = 409
  await vi.advanceTimersByTimeAsync(20_000)
  await be(2)
  expect(watch).toBeUndefined()
})

test('denied location access is reported, a tunnel is waited out', () => {
  startSharing('a')
  watch?.failed({ code: 2, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  expect(watch).toBeDefined()
  watch?.failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  expect(watch).toBeUndefined()
})
