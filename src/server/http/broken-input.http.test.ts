import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { makeJob, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { type Call, calls, databaseContent, paramsFor, unknownId } from './test-contract.ts'
import { type Known, valuesOf } from './test-values.ts'

const app = useTestApp({ env: { DEMO: '1' } })
let people: Record<string, TestPerson>
let known: Known

beforeEach(async () => {
  const [customer, technician] = [await app.as('customer'), await app.as('technician')]
  people = { customer, technician, admin: await app.as('admin'), nobody: await app.as(null) }
  const of = { customerId: customer.user.id }
  const job = await makeJob({ ...of, technicianId: technician.user.id, status: 'assigned' })
  const car = await makeVehicle(customer.user.id)
  known = {
    ids: {
      jobId: [job.id],
      id: [job.id, car.id],
      vehicleId: [car.id],
      servicePackageId: [job.servicePackageId],
      customerId: [customer.user.id],
      technicianId: [technician.user.id],
      nothing: [unknownId],
    },
    dates: ['2030-01-02'],
  }
})

/** Raw JSON that `JSON.stringify` never writes. */
const raw = (text: string) => ({ [rawMark]: text })
const rawMark = 'raw JSON'
const rawValue = /\{"raw JSON":("(?:[^"\\]|\\.)*")\}/g
const toJson = (value: unknown) =>
  JSON.stringify(value).replace(rawValue, (_, text: string) => JSON.parse(text) as string)

const nested = (depth: number, open: string, close: string) =>
  raw(open.repeat(depth) + close.repeat(depth))

/** Replacements for any value. */
const broken: unknown[] = [
  null,
  true,
  -1,
  2 ** 31,
  2 ** 53 + 2,
  raw('1e999'),
  raw('-0'),
  '',
  'x'.repeat(100_000),
  'a\0b',
  'half \ud83d',
  raw('"a\\u0000b"'),
  raw('"\\udc00"'),
  [],
  Array.from({ length: 10_000 }, () => 'x'),
  {},
  raw('{"__proto__":{"role":"admin"}}'),
  raw('{"constructor":{"prototype":{"role":"admin"}}}'),
  raw('{"toString":null}'),
  nested(2_000, '[', ']'),
  raw(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`),
]

type Spot = (string | number)[]

/** Every position in a value, except the root. */
function spotsOf(value: unknown, at: Spot = []): Spot[] {
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => {
    const spot = [...at, Array.isArray(value) ? Number(name) : name]
    return [spot, ...spotsOf(part, spot)]
  })
}

/** The value with one position changed; undefined removes it. */
function changedAt(
  value: unknown,
  [name, ...rest]: Spot,
  change: (part: unknown) => unknown,
): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>
  const key = name as string
  const part = rest.length > 0 ? changedAt(copy[key], rest, change) : change(copy[key])
  if (part === undefined && !Array.isArray(copy)) delete copy[key]
  else copy[key] = part
  return copy
}

function* brokenBodies(body: unknown): Generator<string> {
  for (const spot of spotsOf(body)) {
    yield toJson(changedAt(body, spot, () => undefined) ?? {})
    for (const value of broken) yield toJson(changedAt(body, spot, () => value))
    yield toJson(changedAt(body, spot, (part) => Array.from({ length: 10_000 }, () => part)))
  }
  for (const value of broken) yield toJson(value)
}

const brokenTexts = [
  '',
  'a\0b',
  '%',
  '../../etc/passwd',
  '-1',
  '1e999',
  'NaN',
  '9'.repeat(400),
  'x'.repeat(8_000),
  '[object Object]',
  "';drop table jobs;--",
  '2026-02-30',
]

const callersOf = ({ endpoint: { allow } }: Call): TestPerson[] =>
  Object.entries(people).flatMap(([role, person]) =>
    allow.some((access) => [role, 'public', 'person'].includes(access)) ? [person] : [],
  )

const asked = calls.filter(
  ({ endpoint, path }) =>
    (endpoint.body || endpoint.query || endpoint.params) && path !== '/api/logout',
)

/** These count attempts. */
const counting = /^POST \/api\/(auth|contact|guest)/

test.each(asked)('$route survives broken requests, which change nothing', async (call) => {
  const { body: bodySchema, query: querySchema } = call.endpoint
  for (const person of callersOf(call)) {
    const params = paramsFor(
      call,
      known.ids[/\/(job|payment)/.test(call.path) ? 'jobId' : 'id']?.[0],
    )
    const [body] = bodySchema ? fc.sample(valuesOf(bodySchema, known), { seed: 7, numRuns: 1 }) : []
    const [query] = querySchema
      ? fc.sample(valuesOf(querySchema, known), { seed: 7, numRuns: 1 })
      : []
    const requests: Parameters<TestPerson['call']>[1][] = [
      ...(bodySchema ? [...brokenBodies(body)].map((text) => ({ params, body: text })) : []),
      ...Object.keys(querySchema ? namesIn(query, querySchema) : {}).flatMap((name) =>
        brokenTexts.map((text) => ({ params, query: { ...texts(query), [name]: text }, body })),
      ),
      ...Object.keys(params).flatMap((name) =>
        brokenTexts.map((text) => ({
          params: { ...params, [name]: encodeURIComponent(text) },
          ...(body !== undefined && { body }),
        })),
      ),
    ]
    const refused: typeof requests = []
    for (const request of requests) {
      const { status, text } = await person.call(call.route, request)
      if (status >= 500 && status !== 503)
        expect.fail(
          `${person.user.role} ${JSON.stringify(request).slice(0, 400)}: ${status} ${text}`,
        )
      if (status === 400) refused.push(request)
    }
    if (counting.test(call.route)) continue
    const before = await databaseContent()
    const step = Math.ceil(refused.length / 40)
    for (const request of refused.filter((_, n) => n % step === 0))
      await person.call(call.route, request)
    expect(await databaseContent()).toEqual(before)
  }
})

const texts = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))

const namesIn = (query: unknown, schema: NonNullable<Call['endpoint']['query']>) => ({
  ...texts(query),
  ...(schema as unknown as { shape?: object }).shape,
})
