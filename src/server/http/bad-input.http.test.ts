import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { beforeEach, expect, test } from 'vitest'
import { makeJob } from '#server/database/test-factories.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import {
  callerOf,
  calls,
  type Call,
  databaseContent,
  paramsFor,
  stateChanging,
  withBody,
  withoutBody,
} from './test-contract.ts'

const app = useTestApp()
let people: Record<string, TestPerson>
beforeEach(async () => {
  // A call of a part that is off reads no input.
  await changeSettings({ uses: usesEverything })
  await makeJob()
  people = {
    customer: await app.as('customer'),
    technician: await app.as('technician'),
    admin: await app.as('admin'),
  }
})

type Sent = { body?: unknown; params?: Record<string, string>; headers?: Record<string, string> }

async function send(call: Call, sent: Sent) {
  const person = people[callerOf(call)]
  if (!person) throw new Error('Nobody may make this call.')
  return person.call(call.route, { params: paramsFor(call), ...sent })
}

/** Expects the status and an error of the closed form. */
async function expectRefused(call: Call, sent: Sent, status: number) {
  const answer = await send(call, sent)
  const shown = JSON.stringify(sent).slice(0, 100)
  expect([call.route, shown, answer.status]).toEqual([call.route, shown, status])
  expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  expect(Object.keys(answer.body)).not.toContain('statusCode')
  return answer.body
}

/** Runs `act` and expects an unchanged database. */
async function expectNothingWritten(act: () => Promise<void>) {
  const before = await databaseContent()
  await act()
  expect(await databaseContent()).toEqual(before)
}

const unreadable = [
  '{',
  '{"a":1}}',
  '',
  'undefined',
  "{'a':1}",
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
]
const misshapen = ['null', '[]', '[{}]', '"text"', '7', 'true', '{"surprise":1}', '{"toString":1}']

test('bodies that are not a JSON object of known fields', () =>
  expectNothingWritten(async () => {
    for (const call of [...withBody, ...withoutBody])
      for (const body of [...unreadable, ...misshapen]) await expectRefused(call, { body }, 400)
  }))

const wrongValues: unknown[] = [
  null,
  true,
  7,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  'x',
  'x'.repeat(5000),
  [],
  [null],
  {},
  { length: 1 },
]

type Shape = { type?: string; properties?: object; additionalProperties?: unknown }

/** Parts of a body that accept unknown fields. */
function looseParts(schema: unknown, path = ''): string[] {
  if (!schema || typeof schema !== 'object') return []
  const { type, properties, additionalProperties } = schema as Shape
  const isLoose = type === 'object' && properties && additionalProperties !== false
  const below = Object.entries(schema).flatMap(([name, part]) =>
    looseParts(part, `${path}/${name}`),
  )
  return isLoose ? [path, ...below] : below
}

test('no body accepts unknown fields at any depth', () => {
  const loose = withBody.flatMap(({ route, endpoint }) => {
    const schema = endpoint.body as z.ZodMiniType
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return looseParts(shape).map((path) => `${route} ${path}`)
  })
  expect(loose).toEqual([])
})

test.each([
  ['service-packages', { name: 'Winter', basePrice: 5, oilType: 'diesel' }],
  ['products', { name: 'Wipers', price: 5, sku: 'W-1' }],
])('an id in the body of %s must equal that of the address', async (things, body) => {
  const admin = people.admin as TestPerson
  const { id } = (await admin.call(`POST /api/admin/${things}`, { body })).body
  const change = (sent: string) =>
    admin.call(`PATCH /api/admin/${things}/{id}`, {
      params: { id },
      body: { name: 'Other', id: sent },
    })
  const message = 'The id does not match the one in the address.'
  expect(await change(randomUUID())).toMatchObject({
    status: 400,
    body: { message, details: { fields: [{ path: 'id', message }] } },
  })
  expect((await change(id.toUpperCase())).body).toMatchObject({ id, name: 'Other' })
})

type Field = { properties?: Record<string, unknown>; required?: string[] }

test('wrong, missing and unknown fields', () =>
  expectNothingWritten(async () => {
    let sent = 0
    for (const call of withBody) {
      const schema = call.endpoint.body as z.ZodMiniType
      const { properties = {}, required = [] } = z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
      }) as Field
      const names = Object.keys(properties)
      const bodies = names.flatMap((name) => wrongValues.map((value) => ({ [name]: value })))
      if (required.length > 0) bodies.push({})
      for (const body of bodies.filter((each) => !z.safeParse(schema, each).success)) {
        const headers = { 'accept-language': 'en-XA' }
        expectOwnWords(call, await expectRefused(call, { body, headers }, 400))
        sent += 1
      }
    }
    expect(sent).toBeGreaterThan(withBody.length * 10)
  }))

type Refusal = { message: string; details?: { fields?: { path: string; message: string }[] } }

/** In the accented test language our sentences are between ⟦ and ⟧, and a library's are not. */
function expectOwnWords(call: Call, { message, details }: Refusal) {
  for (const words of [message, ...(details?.fields ?? []).map((field) => field.message)])
    expect([call.route, words]).toEqual([call.route, expect.stringMatching(/^⟦.*⟧$/s)])
}

test('a body of ten megabytes is too large for every sender', () =>
  expectNothingWritten(async () => {
    const body = JSON.stringify({ text: 'x'.repeat(10_000_000) })
    for (const call of stateChanging.filter(({ endpoint }) => !endpoint.upload))
      await expectRefused(call, { body }, 413)
    expect((await app.call('POST /api/jobs', { body })).status).toBe(413)
  }))

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json-but-not-really',
  'not a type',
  'multipart/form-data; boundary=x',
])('a body of type %s is not read', (type) =>
  expectNothingWritten(async () => {
    for (const call of [...withBody, ...withoutBody])
      await expectRefused(call, { body: '{}', headers: { 'content-type': type } }, 415)
  }),
)

const withParams = calls.filter(({ path }) => path.includes('{'))

test('malformed ids', () =>
  expectNothingWritten(async () => {
    for (const call of withParams)
      for (const id of [
        '1',
        'null',
        '%00',
        '%20or%201=1',
        '..%2f..',
        '%F0%9F%92%A7',
        'x'.repeat(2000),
      ])
        await expectRefused(call, { params: paramsFor(call, id) }, 400)
  }))

test('malformed paths', async () => {
  for (const call of withParams)
    for (const id of ['%zz', '%c3%28', '%'])
      await expectRefused(call, { params: paramsFor(call, id) }, 404)
})

test('unknown ids', () =>
  expectNothingWritten(async () => {
    // Every existing date names a day, and a missing query is reported first.
    const bodiless = withParams.filter(
      ({ endpoint: { body, upload, query }, route }) =>
        !body && !upload && !query && !route.includes('{date}'),
    )
    for (const call of bodiless) await expectRefused(call, {}, 404)
    expect(bodiless.length).toBeGreaterThan(5)
  }))

test('unexpected query values', () =>
  expectNothingWritten(async () => {
    for (const call of calls.filter(({ endpoint }) => endpoint.query)) {
      const person = people[callerOf(call)]
      for (const query of ['x=1', 'date=', 'date=2026-02-30', 'limit=-1', 'cursor=%00', 'a[b]=1'])
        for (const twice of ['', `&${query}`]) {
          const headers = { 'accept-language': 'en-XA' }
          const answer = await person?.call(`${call.route}?${query}${twice}`, { headers })
          expect([call.route, query, answer?.status]).not.toEqual([call.route, query, 500])
          if (answer?.status === 400) expectOwnWords(call, answer.body)
        }
    }
  }))

test('foreign cookies', async () => {
  for (const value of ['%00', 'x'.repeat(3000), '%zz', '..', '"', 'null'])
    for (const name of ['fq_session', 'fq_code', 'fq_known', 'fq_oidc']) {
      const headers = { cookie: `${name}=${value}` }
      expect((await app.call('GET /api/auth/user', { headers })).status).toBe(401)
      const body = { code: '123456' }
      const check = await app.call('POST /api/auth/email-code/verify', { headers, body })
      expect([name, value, check.status]).toEqual([name, value, 400])
      expect((await app.call('GET /api/auth/callback?code=a', { headers })).status).toBe(302)
    }
})
