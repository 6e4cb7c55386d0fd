import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { auditRoute } from './audit-route.ts'
import type { Drawn } from './draw-offscreen.ts'

const { signal } = new AbortController()
const drawn = (part: Partial<Drawn> = {}) => {
  const page: Drawn = {
    screen: { path: '/orders' },
    path: '/orders',
    heading: 'Your Orders',
    isError: false,
    overflow: 0,
    links: ['/booking'],
    ...part,
  }
  return () => Promise.resolve(page)
}
let head: MockInstance<typeof fetch>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  head = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page that the server serves and the app renders passes', async () => {
  expect(await auditRoute({ path: '/orders' }, signal, drawn())).toEqual({
    state: 'working',
    detail: 'Shows “Your Orders”.',
    links: ['/booking'],
  })
  expect(head).toHaveBeenCalledWith('/orders', expect.objectContaining({ method: 'HEAD' }))
})

test.each([
  ['broken', /no page there \(404\)/, 404],
  ['broken', /answered with 503/, 503],
])('it is %s if the server answers %s', async (state, detail, status) => {
  head.mockResolvedValue(new Response(null, { status }))
  const never = vi.fn<ReturnType<typeof drawn>>(drawn())
  const found = await auditRoute({ path: '/orders' }, signal, never)
  expect(found).toMatchObject({ state, detail: expect.stringMatching(detail) as string })
  expect(never).not.toHaveBeenCalled()
})

test.each<[string, Partial<Drawn>, string, string?]>([
  ['broken', { screen: 'missing', heading: 'Page Not Found' }, 'the app has no page there'],
  ['broken', { screen: 'crashed' }, 'stopped working'],
  ['broken', { isError: true, heading: 'Something went wrong' }, '“Something went wrong”'],
  ['untested', { screen: { isFor: ['admin'] } }, 'for the office'],
  ['untested', {}, 'No vehicle yet.', 'No vehicle yet.'],
  ['broken', { screen: 'missing' }, 'the app has no page there', 'No vehicle yet.'],
  [
    'working',
    { screen: { path: '/admin/jobs/:id' }, path: '/admin/jobs/1' },
    'Leads to /admin/jobs/1',
  ],
])('it is %s if the app renders %o', async (state, page, detail, without) => {
  const found = await auditRoute({ path: '/orders', without }, signal, drawn(page))
  expect(found).toMatchObject({ state, detail: expect.stringContaining(detail) as string })
})

test('the server and the app have five seconds each', async () => {
  const late = (signal_: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => {
      signal_?.addEventListener('abort', () => reject(signal_.reason as Error))
    })
  const slowApp = auditRoute({ path: '/orders' }, signal, (_, ending) => late(ending))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await slowApp).toMatchObject({
    state: 'broken',
    detail: 'No answer in 5 s.',
  })
  head.mockImplementation((_, init) => late(init?.signal))
  const slowServer = auditRoute({ path: '/orders' }, signal, drawn())
  await vi.advanceTimersByTimeAsync(4_999)
  await vi.advanceTimersByTimeAsync(1)
  expect(await slowServer).toMatchObject({ detail: 'No answer in 5 s.' })
})
