import { expect, test } from 'vitest'
import { docsPage } from './docs-page.ts'
import { openapiDocument } from './openapi.ts'
import { calls } from './test-contract.ts'

type Operation = {
  operationId: string
  summary: string
  security: unknown[]
  parameters: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  'x-shows'?: string[]
  'x-changes'?: string[]
}

const document = JSON.parse(JSON.stringify(openapiDocument())) as {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}
const operationOf = (method: string, path: string) => {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is missing`)
  return operation
}

/** Every object inside `value`, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const item of Object.values(value)) yield* objectsIn(item)
}

test("it is OpenAPI 3.1 with exactly the contract's calls and the calendar feed", () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: expect.any(String), version: expect.any(String) },
  })
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const feed = 'GET /calendar/{token}.ics'
  expect(described.toSorted()).toEqual([...calls.map(({ route }) => route), feed].toSorted())
})

test('every call has a unique id usable as a name in programs', () => {
  const ids = calls.map(({ method, path }) => operationOf(method, path).operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
})

test('it lists what calls show and change', () => {
  expect(operationOf('GET', '/api/jobs/{id}')['x-shows']).toEqual(['jobs'])
  expect(operationOf('POST', '/api/vehicles')['x-changes']).toEqual(['vehicles'])
})

test('every reference resolves', () => {
  const refs = [...objectsIn(document)].flatMap(({ $ref }) =>
    typeof $ref === 'string' ? $ref : [],
  )
  expect(refs.length).toBeGreaterThan(calls.length)
  for (const ref of new Set(refs)) {
    const [start, ...names] = ref.split('/')
    expect(start).toBe('#')
    const target = names.reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      document,
    )
    expect([ref, target]).toEqual([ref, expect.any(Object)])
  }
})

test.each(calls)('$route: parameters, body and every answer', ({ method, path, endpoint }) => {
  const { parameters, requestBody, responses, summary, security } = operationOf(method, path)
  expect(summary).toBe(endpoint.summary)
  const inPath = parameters.filter((each) => each.in === 'path')
  expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))
  expect(inPath.every(({ required }) => required)).toBe(true)
  for (const { schema } of parameters) expect(schema).toMatchObject({ type: expect.anything() })
  const takesBody = [endpoint.body, endpoint.rawBody, endpoint.upload].some(Boolean)
  expect(requestBody !== undefined).toBe(takesBody)
  const { allow } = endpoint
  const others = (['guest', 'leaver'] as const).filter((access) => allow.includes(access))
  expect(security.length).toBe(allow.includes('public') ? 0 : 1 + others.length)

  const [success, ...errors] = Object.keys(responses).map(Number)
  const usual = endpoint.allow.includes('public') ? [400, 429] : [400, 401, 403, 429]
  const withBody = endpoint.body ? [413, 415] : []
  const withKey = endpoint.idempotent ? [409] : []
  const declared = [...usual, ...withBody, ...withKey, ...(endpoint.errors ?? [])]
  expect(success).toBeLessThan(400)
  expect(errors.filter((status) => status >= 400)).toEqual(errors)
  expect(new Set(errors)).toEqual(new Set(declared))
  for (const { description } of Object.values(responses)) expect(description).toMatch(/\w/)
})

test('the page lists every call without a script', () => {
  const page = docsPage('Fivequart')
  for (const { method, path } of calls)
    expect(page).toContain(`id="${method.toLowerCase()}-${path}"`)
  // Plus the calendar feed.
  expect(page.match(/<details /g)).toHaveLength(calls.length + 1)
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/i)
})

test("the business's name stays text", () => {
  const page = docsPage('<img src=x onerror=alert(1)> "&')
  expect(page).not.toContain('<img')
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62; &#34;&#38;')
})

test('the page is balanced HTML, so no schema text breaks out', () => {
  const page = docsPage('Fivequart')
  for (const tag of ['details', 'summary', 'pre', 'code', 'p', 'h3', 'b', 'span']) {
    const open = page.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0
    expect([tag, open]).toEqual([tag, page.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0])
  }
})

test('a day is described as a date, wherever it stands', () => {
  const days = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => [
      ...operation.parameters.map(({ name, schema }) => [name, schema] as const),
      ...[...objectsIn([operation.requestBody, operation.responses])].flatMap((shape) =>
        Object.entries((shape.properties ?? {}) as Record<string, object>),
      ),
    ])
    .filter(([name]) => name === 'scheduledDate' || name === 'date')
  expect(days.length).toBeGreaterThan(12)
  for (const [name, schema] of days)
    expect([name, schema]).toEqual([name, expect.objectContaining({ format: 'date' })])
})
