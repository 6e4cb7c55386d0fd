import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPhoton } from '#server/adapters/geocoder/photon.ts'
import { startTestPhoton } from '#server/adapters/geocoder/test-photon.ts'
import { services } from '#server/adapters/services.ts'
import { engine } from '#server/database/database.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { startQueue, stopQueue } from '#server/queue/queue.ts'
import { defineTask } from '#server/queue/task.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'

const token = 'a-token-of-the-monitoring'
const app = useTestApp({ env: { METRICS_TOKEN: token } })
const unwatched = useTestApp()
const behind = useTestApp({ env: { TRUST_PROXY: '1', DEMO: '0', METRICS_TOKEN: token } })
const task = defineTask<{ fails: boolean }>('test-counted', {
  retryLimit: 0,
  handler: async ({ fails }) => {
    if (fails) throw new Error('on purpose')
  },
})
let photon: Awaited<ReturnType<typeof startTestPhoton>>

beforeAll(async () => {
  photon = await startTestPhoton()
  await installQueue()
})
afterAll(() => photon.close())

const scrape = async (from = app) => {
  const { status, text } = await from.call('GET /metrics')
  expect(status).toBe(200)
  return text
}
/** The value of a metric with these labels. */
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length),
  )

test('this machine and token holders can read them; others get 404', async () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode)
  expect(await from('127.0.0.1')).toBe(200)
  expect(await from('::ffff:127.0.0.1')).toBe(200)
  expect(await from('192.0.2.1')).toBe(404)
  expect(await from('192.0.2.1', { host: 'localhost' })).toBe(404)
  expect(await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(404)
  expect(await from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await from('127.0.0.1', { host: 'oil.example.com' })).toBe(404)
  expect(await from('192.0.2.1', { authorization: `Bearer ${token}` })).toBe(200)
  expect(await from('192.0.2.1', { authorization: 'Bearer another' })).toBe(404)
  expect(await from('192.0.2.1', { authorization: 'Bearer ' })).toBe(404)
  const { headers } = await app.call('GET /metrics')
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
})

test('a trusted proxy gets no access either', async () => {
  const spoofed = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }
  const answer = await behind.app.inject({ url: '/metrics', headers: spoofed })
  expect(answer.statusCode).toBe(404)
})

test('requests are counted by route pattern, and no label contains input', async () => {
  const admin = await app.as('admin')
  await admin.call('GET /api/jobs/{id}', { params: { id: 'telling-id' }, query: { q: 'telling' } })
  await app.call('GET /telling/path')
  await app.call('GET /api/health')
  const text = await scrape()
  expect(text).not.toContain('telling')
  const count = 'fivequart_request_duration_seconds_count'
  expect(valueOf(text, `${count}{method="GET",route="/api/health",status="2xx"}`)).toBe(1)
  expect(valueOf(text, `${count}{method="GET",route="/api/jobs/:id",status="4xx"}`)).toBe(1)
  expect(valueOf(text, `${count}{method="",route="",status="4xx"}`)).toBe(1)
})

test('without a token, counting starts at the first scrape', async () => {
  const health = '{method="GET",route="/api/health",status="2xx"}'
  await unwatched.call('GET /api/health')
  expect(await scrape(unwatched)).not.toContain(health)
  await unwatched.call('GET /api/health')
  expect(await scrape(unwatched)).toContain(health)
})

test('statements, sockets, the pool and the process are reported', async () => {
  await app.call('GET /api/health')
  const text = await scrape()
  expect(valueOf(text, 'fivequart_statement_duration_seconds_count{outcome="ok"}')).toBeGreaterThan(
    0,
  )
  expect(valueOf(text, 'fivequart_open_sockets')).toBe(0)
  expect(valueOf(text, 'fivequart_database_up')).toBe(1)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  const open = valueOf(text, 'fivequart_database_connections{server="primary",state="open"}')
  if (engine() === 'postgres') expect(open).toBeGreaterThan(0)
  else expect(open).toBeNaN()
})

test('calls to outside services are counted with failures and duration', async () => {
  useServices({ geocoder: createPhoton({ baseUrl: photon.url, timeoutMs: 200 }) })
  const ask = () => services().geocoder?.findHouses('500 Congress Avenue', { limit: 1 })
  photon.answers({ places: [] })
  await ask()
  photon.answers({ places: [], fault: 503 })
  await expect(ask()).rejects.toThrow('503')
  photon.answers({ places: [], hang: true })
  await expect(ask()).rejects.toThrow('in time')
  const text = await scrape()
  const name = 'fivequart_provider_call_duration_seconds'
  expect(valueOf(text, `${name}_count{provider="geocoder",outcome="ok"}`)).toBe(1)
  expect(valueOf(text, `${name}_count{provider="geocoder",outcome="error"}`)).toBe(2)
  expect(valueOf(text, `${name}_sum{provider="geocoder",outcome="error"}`)).toBeGreaterThan(0.19)
})

test('the queue is reported by task: waiting, deferred, done and failed', async () => {
  const waits = (state: string) => `fivequart_queue_tasks{task="test-counted",state="${state}"}`
  await enqueue(task, { fails: false })
  await enqueue(task, { fails: true })
  await enqueue(task, { fails: true }, { startAfter: new Date(Date.now() + 3_600_000) })
  const before = await scrape()
  expect([valueOf(before, waits('waiting')), valueOf(before, waits('later'))]).toEqual([2, 1])
  await startQueue(() => {})
  try {
    await expect
      .poll(async () => valueOf(await scrape(), waits('failed')), { timeout: 20_000 })
      .toBe(1)
    await expect
      .poll(async () => valueOf(await scrape(), waits('waiting')), { timeout: 20_000 })
      .toBe(0)
    await sleep(50)
  } finally {
    await stopQueue()
  }
  const count = 'fivequart_task_duration_seconds_count'
  const text = await scrape()
  expect(valueOf(text, `${count}{task="test-counted",outcome="ok"}`)).toBe(1)
  expect(valueOf(text, `${count}{task="test-counted",outcome="error"}`)).toBe(1)
})
