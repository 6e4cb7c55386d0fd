import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changes, shows } from 'virtual:contract-things'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { callQuery } from './queries.ts'
import { changeBy, changeOf, isAffected } from './affected-queries.ts'

const endpoints = contract as Record<string, Endpoint>
const jobA = callQuery('GET /api/jobs/{id}', { params: { id: 'a' } }).queryKey
const jobB = callQuery('GET /api/jobs/{id}', { params: { id: 'b' } }).queryKey
const dueA = callQuery('GET /api/payments/due/{jobId}', { params: { jobId: 'a' } }).queryKey
const dueB = callQuery('GET /api/payments/due/{jobId}', { params: { jobId: 'b' } }).queryKey
const lists = [
  ['GET /api/jobs/customer'],
  ['GET /api/jobs/customer', { query: { limit: 50 } }, 'pages'],
]
const about = (id: string) => ({ params: { id } })

test("the browser's table matches the contract", () => {
  for (const [route, things] of Object.entries(shows))
    expect([route, things]).toEqual([route, endpoints[route]?.shows])
  for (const [route, things] of Object.entries(changes))
    expect([route, things]).toEqual([route, endpoints[route]?.changes])
  expect(Object.keys(shows)).toContain('GET /api/jobs/{id}')
  expect(Object.keys(changes)).toContain('POST /api/bookings')
})

test('everything a screen loads is refetched, unless no write by anyone changes it', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
  const routes = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/'(GET \/api\/[^']+)'/g)].map(([, route]) => route),
    ),
  )
  expect(routes.size).toBeGreaterThan(25)
  const fixed = [
    'GET /api/address-suggestions',
    'GET /api/admin/core-spots/place',
    'GET /api/admin/deliveries',
    'GET /api/admin/map-tiles',
    'GET /api/admin/system',
    'GET /api/admin/zip-centers',
    'GET /api/demo/outbox',
    'GET /api/health',
    'GET /api/payments/config',
    'GET /api/vehicles/suggestions',
    'GET /api/zip-codes',
  ]
  expect(new Set([...routes].filter((route) => !shows[String(route)]))).toEqual(new Set(fixed))
})

test('a write affects the queries that show something it changes', () => {
  const cancelled = changeBy('POST /api/jobs/{id}/cancel', about('a'))
  for (const key of [...lists, jobA, dueA, ['GET /api/availability', { query: {} }]])
    expect(isAffected(key, cancelled)).toBe(true)
  expect(isAffected(['GET /api/service-packages'], cancelled)).toBe(false)
  expect(isAffected(['GET /api/auth/user'], cancelled)).toBe(false)
  expect(isAffected(['not a call'], cancelled)).toBe(false)
  const lookedUp = changeBy('POST /api/vehicles/vin-lookup', { body: {} })
  expect([...lists, jobA].some((key) => isAffected(key, lookedUp))).toBe(false)
})

test('another visit is unaffected if both are known', () => {
  const adjusted = changeBy('PATCH /api/payments/{jobId}/adjust', { params: { jobId: 'a' } })
  for (const change of [adjusted, changeOf(['jobs', 'payments'], 'a')]) {
    expect([jobA, dueA, ...lists].every((key) => isAffected(key, change))).toBe(true)
    expect([jobB, dueB].some((key) => isAffected(key, change))).toBe(false)
  }
  for (const change of [changeOf(['jobs', 'payments'], null), changeBy('POST /api/bookings')])
    expect([jobA, jobB, dueB].every((key) => isAffected(key, change))).toBe(true)
  // A car's id does not identify visits.
  const corrected = changeBy('PATCH /api/vehicles/{id}', about('car'))
  expect(isAffected(jobB, corrected)).toBe(true)
  expect(isAffected(['GET /api/vehicles/{id}/jobs', about('car')], corrected)).toBe(true)
  expect(isAffected(['GET /api/vehicles/{id}/jobs', about('other')], corrected)).toBe(false)
  // The same for queries of a guest's link.
  const byLink = (id: string) =>
    callQuery('GET /api/jobs/{id}', { params: { id } }, 'secret').queryKey
  expect([byLink('a'), byLink('b')].map((key) => isAffected(key, adjusted))).toEqual([true, false])
})

test('a deleted item is not refetched, but its lists are', () => {
  const deleted = changeBy('DELETE /api/vehicles/{id}', about('car'))
  expect(isAffected(['GET /api/vehicles'], deleted)).toBe(true)
  expect(isAffected(['GET /api/vehicles/{id}', about('car')], deleted)).toBe(false)
  expect(isAffected(['GET /api/vehicles/{id}/odometer', about('car')], deleted)).toBe(false)
  const reading = changeBy('DELETE /api/vehicles/{id}/odometer/{date}', about('car'))
  expect(isAffected(['GET /api/vehicles/{id}/odometer', about('car')], reading)).toBe(true)
  const photo = changeBy('DELETE /api/photos/{id}', about('p'))
  expect(isAffected(['GET /api/jobs/{id}/photos', about('a')], photo)).toBe(true)
  expect(isAffected(['GET /api/auth/user'], changeBy('DELETE /api/auth/user', {}))).toBe(true)
})
