import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

useTestDatabase()
const apps: Record<string, TestApp> = {}
beforeAll(async () => {
  apps.demo = await startTestApp({ DEMO: '1' })
  apps.open = await startTestApp({ DEMO: '1', DEMO_BEYOND_LOOPBACK: '1' })
  apps.real = await startTestApp()
})
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())))

async function enter(app: TestApp | undefined, host: string) {
  await makeUser({ role: 'admin' })
  return app?.call('POST /api/auth/demo', {
    body: { role: 'admin' },
    headers: { host, origin: `http://${host}` },
  })
}

test.each(['evil.com', 'evil.com:3000', 'localhost.evil.com', '10.0.0.7:3000', '[::2]', 'a b'])(
  'a local demo admits no one by the name %s',
  async (host) => {
    const answer = await enter(apps.demo, host)
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: expect.stringContaining('DEMO_BEYOND_LOOPBACK=1') },
    })
    expect(answer?.headers['set-cookie']).toBeUndefined()
    const page = await apps.demo?.call('GET /', { headers: { host } })
    expect(page).toMatchObject({
      status: 403,
      text: expect.stringContaining('on this machine only'),
    })
  },
)

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST:3000',
  'oil.localhost:3000',
  '127.0.0.1:3000',
  '127.8.9.1',
  '[::1]:3000',
])('it is reachable by the name %s', async (host) => {
  const answer = await apps.demo?.call('GET /api/health', { headers: { host } })
  expect(answer?.status).toBe(200)
})

test('a public demo and a real business accept any host name', async () => {
  expect((await enter(apps.open, 'oil.example.com'))?.status).toBe(200)
  const health = await apps.real?.call('GET /api/health', { headers: { host: 'oil.example.com' } })
  expect(health?.status).toBe(200)
})
