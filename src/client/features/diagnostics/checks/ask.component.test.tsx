import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal, startTestServer, unreachable } from '#client/testing/test-server.ts'
import { ask, NoAnswer } from './ask.ts'

const route = 'GET /api/health'
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const after = (ms: number) => () =>
  new Promise<{ status: 'ok' }>((resolve) => setTimeout(() => resolve({ status: 'ok' }), ms))

test('an answer after 4.9 seconds counts, one after 5.1 does not', async () => {
  const server = startTestServer({ [route]: after(4_900) })
  const inTime = ask(route, signal)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await inTime).toMatchObject({ ok: true })
  server.answer({ [route]: after(5_100) })
  const late = ask(route, signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await late).toBeInstanceOf(NoAnswer)
})

test.each([
  [unreachable, 0, 'The server could not be reached.'],
  [refusal('internal', 'Broken'), 500, 'It answered with 500.'],
  [refusal('unauthenticated', 'Who are you?'), 401, 'It answered with 401.'],
] as const)('a refusal counts as an answer: %o', async (answer, status, reason) => {
  startTestServer({ [route]: answer })
  expect(await ask(route, signal)).toEqual({ ok: false, status, reason })
})

test('cancelling ignores the answer', async () => {
  startTestServer({ [route]: after(1_000) })
  const run = new AbortController()
  const result = ask(route, run.signal)
  const heard = result.catch((error: unknown) => error)
  run.abort()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await heard).toMatchObject({ name: 'AbortError' })
})
