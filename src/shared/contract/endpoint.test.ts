import { expect, test } from 'vitest'
import { things } from '../rules/things.ts'
import { contract } from './contract.ts'
import { empty, type Endpoint, endpoints } from './endpoint.ts'

const calls = Object.entries(contract as Record<string, Endpoint>)

test('a call without `shows` or `changes` does not compile', () => {
  const call = { summary: '', allow: [], response: empty } as const
  endpoints({ 'GET /api/x': { ...call, shows: ['jobs'] }, 'PUT /api/x': { ...call, changes: [] } })
  // @ts-expect-error a reading call must say what it shows
  endpoints({ 'GET /api/x': call })
  // @ts-expect-error any other must say what it changes
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
