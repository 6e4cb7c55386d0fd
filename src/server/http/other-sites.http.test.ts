import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#server/database/test-database.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { callerOf, databaseContent, paramsFor, stateChanging } from './test-contract.ts'

useTestDatabase()
let plain: TestApp
let proxied: TestApp
beforeAll(async () => {
  plain = await startTestApp()
  proxied = await startTestApp({ ORIGIN: 'https://oil.example.com', TRUST_PROXY: '1' })
})
afterAll(async () => {
  await plain.close()
  await proxied.close()
})

// The card network's events come from another machine; their signature is checked instead.
const guarded = stateChanging.filter(({ endpoint }) => !endpoint.rawBody)

type Headers = Record<string, string>

/** Makes every state-changing call with sufficient rights; returns the count of each status. */
async function callAll(app: TestApp, headers: Headers): Promise<Record<number, number>> {
  const people = {
    customer: await app.as('customer'),
    technician: await app.as('technician'),
    admin: await app.as('admin'),
  }
  const before = await databaseContent()
  const statuses: Record<number, number> = {}
  for (const call of guarded) {
    const person = people[callerOf(call)]
    const { status } = await person.call(call.route, {
      params: paramsFor(call),
      body: call.endpoint.body ? '{"surprise":1}' : undefined,
      headers,
    })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  expect(await databaseContent()).toEqual(before)
  return statuses
}

const only = (status: number) => ({ [status]: guarded.length })

test.each<[string, Headers]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['our host with another port', { host: 'localhost:80', origin: 'http://localhost:8080' }],
  ['our host on another scheme', { host: 'localhost:80', origin: 'https://localhost:80' }],
  ['a name that starts like ours', { host: 'oil.example', origin: 'http://oil.example.evil.com' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sister domain', { 'sec-fetch-site': 'same-site' }],
  [
    'another site with our origin',
    { origin: 'http://localhost:80', 'sec-fetch-site': 'cross-site' },
  ],
])('nothing is changed for %s', async (_, headers) => {
  expect(await callAll(plain, headers)).toEqual(only(403))
})

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'nothing is changed by a form of type %s',
  async (type) => {
    expect(await callAll(plain, { 'content-type': type })).toEqual(only(415))
  },
)

const passes: Headers[] = [
  {},
  { host: 'localhost:80', origin: 'http://localhost:80' },
  { host: 'localhost:80', origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
]

test('our own pages and programs pass', async () => {
  for (const headers of passes) {
    const statuses = await callAll(plain, headers)
    // Most lack a body or name nothing; a few need neither.
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['400', '404']))
    for (const refused of ['403', '415']) expect(statuses).not.toHaveProperty(refused)
  }
})

const ownOrigin = 'https://oil.example.com'

test('with ORIGIN set, only that is our own address', async () => {
  const askForCode = (headers: Headers) =>
    proxied.call('POST /api/auth/email-code', { body: {}, headers })
  const inside = { host: '10.0.0.7:3000' }
  const forwarded = { ...inside, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  expect((await askForCode({ ...inside, origin: ownOrigin })).status).toBe(400)
  expect((await askForCode({ ...forwarded, origin: ownOrigin })).status).toBe(400)
  expect((await askForCode({ ...forwarded, origin: 'https://evil.example' })).status).toBe(403)
  expect((await askForCode({ ...inside, origin: 'http://10.0.0.7:3000' })).status).toBe(403)
})

test('without TRUST_PROXY the forwarded host is not believed', async () => {
  const headers = {
    host: 'localhost:80',
    origin: 'https://evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }
  const answer = await plain.call('POST /api/auth/email-code', { body: {}, headers })
  expect(answer.status).toBe(403)
})
