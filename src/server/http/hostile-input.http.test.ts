import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#server/database/test-database.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { writeCursor } from './paging.ts'

useTestDatabase()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const id = '00000000-0000-4000-8000-000000000000'

test.each(['2026-13-45', '2026-02-30', '0000-01-01'])(
  'an invalid cursor on %s is refused',
  async (date) => {
    const customer = await app.as('customer')
    const query = { cursor: `${date}_1_${id}` }
    expect((await customer.call('GET /api/jobs/customer', { query })).status).toBe(400)
  },
)

test.each([
  '2026-02-30T00:00:00.000000Z',
  '0000-01-01T00:00:00.000000Z',
  '2026-01-01T00:00:00.0000.0Z',
  '2026-01-01T24:00:00.000001Z',
])('a cursor at %s is refused', async (instant) => {
  const admin = await app.as('admin')
  const query = { cursor: writeCursor([instant, id]) }
  expect((await admin.call('GET /api/payments', { query })).status).toBe(400)
  expect((await admin.call('GET /api/admin/customers', { query })).status).toBe(400)
})

test.each([
  ['POST /api/auth/email-code', 'The request is nested too deeply.'],
  ['POST /api/jobs/{id}/claim', 'This call takes no body.'],
])('%s refuses a deeply nested body: %s', async (route, reason) => {
  const technician = await app.as('technician')
  const send = async (depth: number) => {
    const body = `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const { status, body: refusal } = await technician.call(route, { params: { id }, body })
    return [status, refusal.message]
  }
  expect(await send(25)).toEqual([400, reason])
  expect(await send(8000)).toEqual([400, reason])
  expect(await send(200_000)).toEqual([413, 'This is too long. Please shorten it.'])
})

test.each(['/日本', '/a b', '/ä', '/%', '/x%0d%0aSet-Cookie:%20a=b'])(
  'signing in redirects to %s without breaking the answer',
  async (next) => {
    const customer = await app.as('customer')
    const answer = await customer.call('GET /api/auth/login', { query: { next } })
    expect(answer.status).toBe(302)
    expect(answer.headers['set-cookie']).toBe(undefined)
    expect(String(answer.headers.location)).toMatch(/^\/[!-~]*$/)
  },
)

test('answers never quote what was sent', async () => {
  const customer = await app.as('customer')
  const body = { ['secret'.repeat(20)]: 1, email: 'secret'.repeat(20) }
  for (const route of ['POST /api/contact', 'POST /api/vehicles', 'PATCH /api/auth/user']) {
    const answer = await customer.call(route, { body })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.not.stringContaining('secret'),
    ])
  }
})

test('the practice card form limits tokens per person', async () => {
  const limited = await startTestApp({ REQUESTS_PER_MINUTE: '50' })
  const payload = { outcome: 'ok', brand: 'Visa', last4: '1111' }
  const statuses = new Set<number>()
  for (let n = 0; n < 60; n++)
    statuses.add(
      (await limited.app.inject({ method: 'POST', url: '/simulator/tokens', payload })).statusCode,
    )
  expect([...statuses]).toEqual([201, 429])
  await limited.close()
})
