import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Notification } from '#shared/contract/notifications.ts'
import type { Role } from '#shared/rules/roles.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { composeServer } from '#server/compose.ts'
import { readConfig } from '#server/base/config.ts'
import { makeUser, type UserRow } from '#server/database/test-factories.ts'
import { oncePerWorker, useTestDatabase } from '#server/database/test-database.ts'
import { startFromSettings } from '#server/base/current-settings.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { notificationsOf } from '#server/features/notifications/queries.ts'
import { subscribeToChanges } from '#server/subscribe-to-changes.ts'
import { answerUnknownPath } from '#server/http/error-handler.ts'
import { loadSettings } from '#server/features/settings/queries.ts'

type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Sent unchanged; the headers describe them. */
  bytes?: Buffer
  headers?: Record<string, string>
}

/** A parsed body; tests state what they expect. */
type WireBody = ReturnType<typeof JSON.parse>
type Answer = {
  status: number
  body: WireBody
  text: string
  bytes: Buffer
  headers: Record<string, unknown>
}

/**
 * Gives a test file its database (see `useTestDatabase`) and the whole server on it; each test starts at `at`. The result
 * can be used in hooks and tests.
 */
export function useTestApp({ at, env }: { at?: Date; env?: Record<string, string> } = {}): TestApp {
  useTestDatabase()
  const app = {} as TestApp
  beforeAll(async () => {
    await oncePerWorker(subscribeToChanges)
    Object.assign(app, await startTestApp(env))
  })
  beforeEach(() => {
    if (at) travelTo(at)
  })
  afterEach(travelBack)
  afterAll(() => app.close())
  return app
}

/** The whole server on the test database, and people to call it as. Close it when done. */
export async function startTestApp(env: Record<string, string> = {}) {
  await loadSettings()
  const config = readConfig({
    NODE_ENV: 'test',
    REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const app = await composeServer(config)
  app.setNotFoundHandler(answerUnknownPath)
  await app.ready()
  const caller = (token?: string) => ({
    call: (route: string, input?: Input) => callRoute(app, route, input, token),
  })
  return {
    app,
    /** A person without a session. */
    ...caller(),
    /** A person with a session: a new one of that role, or an existing one. */
    async as(who: Role | null | UserRow) {
      const user = who === null || typeof who === 'string' ? await makeUser({ role: who }) : who
      return { user, ...caller(await startSession(user.id)) }
    },
    close() {
      startFromSettings({})
      return app.close()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
export type TestPerson = Awaited<ReturnType<TestApp['as']>>

async function callRoute(
  app: FastifyInstance,
  route: string,
  { params = {}, query, body, bytes, headers }: Input = {},
  token?: string,
): Promise<Answer> {
  const [method = '', pattern = ''] = route.split(' ')
  const request: InjectOptions = {
    method,
    url: pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    ...(query && { query }),
    headers: {
      ...(token && { cookie: `fq_session=${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(bytes && { payload: bytes }),
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
  const answer = await app.inject(request)
  const json = answer.headers['content-type']?.toString().includes('json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    bytes: answer.rawPayload,
    body: json && answer.payload ? answer.json() : undefined,
  }
}

/** A person's notifications as they read them, newest first. */
export async function notificationsShownTo({
  id,
  role,
}: Pick<UserRow, 'id' | 'role'>): Promise<Notification[]> {
  return (await notificationsOf({ id, role, active: true }, { limit: 100 })).list
}
