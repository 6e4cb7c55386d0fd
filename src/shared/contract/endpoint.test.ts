import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { things } from '../rules/things.ts'
import { contract } from './contract.ts'
import { empty, type Endpoint, endpoints, usualBody } from './endpoint.ts'

const calls = Object.entries(contract as Record<string, Endpoint>)

test('a call without `shows` or `changes` does not compile', () => {
  const call = { summary: '', allow: [], response: empty } as const
  endpoints({ 'GET /api/x': { ...call, shows: ['jobs'] }, 'PUT /api/x': { ...call, changes: [] } })
  // @ts-expect-error a reading call must list the things it shows
  endpoints({ 'GET /api/x': call })
  // @ts-expect-error any other must list the things it changes
  endpoints({ 'DELETE /api/x': { ...call, shows: [] } })
  // @ts-expect-error a reading call changes nothing
  endpoints({ 'GET /api/x': { ...call, shows: [], changes: ['jobs'] } })
  // @ts-expect-error there is no such thing
  endpoints({ 'POST /api/x': { ...call, changes: ['weather'] } })
  expect(calls.filter(([, { shows, changes }]) => !shows && !changes)).toEqual([])
})

test('every thing is shown by some call', () => {
  const shown = new Set(calls.flatMap(([, { shows = [] }]) => shows))
  expect(things.filter((thing) => !shown.has(thing))).toEqual([])
  const changed = new Set(calls.flatMap(([, { changes = [] }]) => changes))
  expect(things.filter((thing) => !changed.has(thing))).toEqual([])
})

test('no call names a thing twice', () => {
  const twice = calls.filter(([, { shows = [], changes = [] }]) =>
    [shows, changes].some((names) => new Set(names).size < names.length),
  )
  expect(twice.map(([route]) => route)).toEqual([])
})

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  format?: string
  maxLength?: number
  items?: JsonSchema
  maxItems?: number
  properties?: Record<string, JsonSchema>
}

/** Most bytes of its JSON. A unit of UTF-16 takes three at most; what has no limit counts as 60 characters or entries. */
function mostBytes(schema: JsonSchema): number {
  const written = 'const' in schema ? [schema.const] : schema.enum
  if (written) return Math.max(...written.map((value) => JSON.stringify(value).length))
  const ways = schema.anyOf ?? schema.oneOf
  if (ways) return Math.max(...ways.map(mostBytes))
  const { type, format, maxLength = 60, items = {}, maxItems = 60, properties = {} } = schema
  if (Array.isArray(type))
    return Math.max(...type.map((one) => mostBytes({ ...schema, type: one })))
  if (type === 'array') return 2 + maxItems * (1 + mostBytes(items))
  if (type === 'object')
    return Object.entries(properties).reduce(
      (sum, [name, part]) => sum + name.length + 4 + mostBytes(part),
      2,
    )
  return type === 'string' ? 2 + (format ? 60 : 3 * maxLength) : 25
}

test('a body of the longest texts and lists fits the limit of its call, and no call has a higher one for nothing', () => {
  const sizes = calls.flatMap(([route, { body, maxBytes }]) => {
    if (!body) return []
    const options = { io: 'input', unrepresentable: 'any' } as const
    const most = mostBytes(z.toJSONSchema(body as z.ZodMiniType, options) as JsonSchema)
    return { route, most, limit: maxBytes ?? usualBody, higher: maxBytes !== undefined }
  })
  expect(sizes.filter(({ most, limit }) => most > limit)).toEqual([])
  expect(sizes.filter(({ most, limit, higher }) => higher && most * 4 < limit)).toEqual([])
})
