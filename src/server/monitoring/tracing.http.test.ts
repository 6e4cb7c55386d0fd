import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPhoton } from '#server/adapters/geocoder/photon.ts'
import { startTestPhoton } from '#server/adapters/geocoder/test-photon.ts'
import { services } from '#server/adapters/services.ts'
import { span } from '#server/base/span.ts'
import { queryRow } from '#server/database/database.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { startTestCollector, type TestSpan } from './test-collector.ts'
import { bookTellingVisit, tellsOf } from './test-telling-visit.ts'
import { startTracing } from './tracing.ts'

const app = useTestApp({ at: monday })
let collector: Awaited<ReturnType<typeof startTestCollector>>
let photon: Awaited<ReturnType<typeof startTestPhoton>>
let stop: () => Promise<void>

beforeAll(async () => {
  collector = await startTestCollector()
  photon = await startTestPhoton()
})
afterAll(() => Promise.all([collector.close(), photon.close()]))
beforeEach(() => {
  collector.received.length = 0
  const headers = { authorization: 'Bearer of-the-collector' }
  stop = startTracing({ endpoint: collector.url, headers, service: 'test' })
})

/** The spans received so far. */
async function traced(): Promise<TestSpan[]> {
  await stop()
  return collector.received.flatMap(({ spans }) => spans)
}
const named = (spans: TestSpan[], name: string) => spans.filter((one) => one.name === name)

test('a call is a span, and its statements are children by name', async () => {
  expect((await app.call('GET /api/health')).status).toBe(200)
  const spans = await traced()
  const [call, ...more] = named(spans, 'GET /api/health')
  expect(more).toEqual([])
  expect(call).toMatchObject({
    kind: 2,
    attributes: { 'http.request.method': 'GET', 'http.route': '/api/health' },
  })
  expect(call?.parentSpanId).toBeFalsy()
  expect(named(spans, 'health')).toEqual([
    expect.objectContaining({
      kind: 3,
      traceId: call?.traceId,
      parentSpanId: call?.spanId,
      attributes: { 'db.system.name': 'postgresql' },
    }),
  ])
  expect(collector.received[0]).toMatchObject({
    path: '/v1/traces',
    authorization: 'Bearer of-the-collector',
    resource: { 'service.name': 'test' },
  })
})

test("a request's trace is continued, and an invalid header is ignored", async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const from = (traceparent: string) => app.call('GET /api/health', { headers: { traceparent } })
  await from(`00-${traceId}-00f067aa0ba902b7-01`)
  await from(`00-${traceId}-00f067aa0ba902b7-00`)
  await from(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)
  await from('telling')
  const calls = named(await traced(), 'GET /api/health')
  expect(calls).toHaveLength(3)
  expect(calls[0]).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  for (const { traceId: own, parentSpanId } of calls.slice(1)) {
    expect(own).not.toMatch(/^0+$|^4bf92f/)
    expect(parentSpanId).toBeFalsy()
  }
})

test('a call to an outside service is a span with its kind of failure', async () => {
  useServices({ geocoder: createPhoton({ baseUrl: photon.url, timeoutMs: 100 }) })
  photon.answers({ places: [], hang: true })
  const look = async () => services().geocoder?.findHouses('500 Congress', { limit: 1 })
  await expect(span({ kind: 'task', name: 'test-look' }, look)).rejects.toThrow('in time')
  const spans = await traced()
  const [task] = named(spans, 'test-look')
  expect(named(spans, 'geocoder')).toEqual([
    expect.objectContaining({
      parentSpanId: task?.spanId,
      failed: true,
      attributes: { 'peer.service': 'geocoder', 'error.type': expect.any(String) },
    }),
  ])
})

test('refusals carry their reason, and only our own errors count as failed', async () => {
  await app.call('GET /api/jobs/{id}', { params: { id: crypto.randomUUID() } })
  const [call] = named(await traced(), 'GET /api/jobs/{id}')
  expect(call).toMatchObject({ failed: false, attributes: { 'error.type': 'unauthenticated' } })
})

test('a statement outside calls and tasks is not traced', async () => {
  await queryRow({ name: 'test-alone', text: 'select 1' })
  expect(await traced()).toEqual([])
})

test('no trace contains customer data', async () => {
  await bookTellingVisit(app)
  const spans = await traced()
  for (const name of ['POST /api/admin/bookings', 'POST /api/contact', 'send-mail'])
    expect(named(spans, name)).not.toEqual([])
  expect(tellsOf(JSON.stringify(collector.received))).toBeUndefined()
})

test('an unreachable collector delays nothing', async () => {
  await stop()
  stop = startTracing({ endpoint: 'http://127.0.0.1:9', headers: {}, service: 'test' })
  expect((await app.call('GET /api/health')).status).toBe(200)
  const start = performance.now()
  await stop()
  expect(performance.now() - start).toBeLessThan(5_000)
})
