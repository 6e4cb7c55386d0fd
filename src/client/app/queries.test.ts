import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callQuery, queryClient, refreshAfter, refreshThings } from './queries.ts'
import { applyUpdate } from './socket-updates.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'

const headers = { [serverTimeHeader]: 'now' }

const jobs = callQuery('GET /api/jobs/customer')
const jobA = callQuery('GET /api/jobs/{id}', { params: { id: 'a' } })
const jobB = callQuery('GET /api/jobs/{id}', { params: { id: 'b' } })
const packages = callQuery('GET /api/service-packages')
const all = [jobs, jobA, jobB, packages]

beforeEach(() => {
  for (const { queryKey } of all) queryClient.setQueryData(queryKey, 'known')
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const old = () =>
  all.map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated === true)

test('a write marks what it changes as stale, for that visit and in lists', async () => {
  refreshAfter('PUT /api/jobs/{id}/notes', { params: { id: 'a' } })
  await vi.waitFor(() => expect(old()).toEqual([true, true, false, false]))
})

test('so do events, for one visit or all', async () => {
  applyUpdate({ type: 'changed', things: ['jobs'], jobId: 'b' })
  await vi.waitFor(() => expect(old()).toEqual([true, false, true, false]))
  // Events in quick succession are merged.
  applyUpdate({ type: 'changed', things: ['jobs'], jobId: 'a' })
  applyUpdate({ type: 'changed', things: ['catalog'], jobId: null })
  await vi.waitFor(() => expect(old()).toEqual([true, true, true, true]))
})

test('data stays on the screen when a refetch fails', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 500, headers })))
  const shown = new QueryObserver(queryClient, jobs)
  const stop = shown.subscribe(() => {})
  refreshThings(['jobs'])
  await vi.waitFor(() => expect(shown.getCurrentResult().isError).toBe(true))
  expect(shown.getCurrentResult().data).toBe('known')
  stop()
})

test('a first load in progress is repeated after a change', async () => {
  const before = Promise.withResolvers<Response>()
  const fetched = vi
    .fn<() => Promise<Response>>()
    .mockReturnValueOnce(before.promise)
    .mockResolvedValue(Response.json(['after'], { headers }))
  vi.stubGlobal('fetch', fetched)
  queryClient.removeQueries(jobs)
  const shown = new QueryObserver(queryClient, jobs)
  const stop = shown.subscribe(() => {})
  refreshThings(['jobs'])
  before.resolve(Response.json(['before'], { headers }))
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual(['after']))
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
})
