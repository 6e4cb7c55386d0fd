import { expect, test, vi } from 'vitest'
import { useTestDatabase } from '#server/database/test-database.ts'
import { publish } from '#server/events/live-updates.ts'
import type { Thing } from '#shared/rules/things.ts'
import { cachedFigure, subscribeToPayments } from './queries/cached-figures.ts'

useTestDatabase()

const happens = (...changes: Thing[]) =>
  publish([{ changes, jobId: null, people: [], also: ['office'] }])

test('the sum of very many payments is cached until a payment changes', async () => {
  await subscribeToPayments()
  let read = 0
  const figure = (count: number) =>
    cachedFigure(
      `test ${count}`,
      async () => ({ count, read: ++read }),
      ({ count }) => count,
    )
  await figure(10_001)
  expect(await figure(10_001)).toEqual({ count: 10_001, read: 1 })
  // Few are always read.
  await figure(10_000)
  expect(await figure(10_000)).toMatchObject({ read: 3 })
  await happens('reviews')
  expect(await figure(10_001)).toMatchObject({ read: 1 })
  await happens('payments')
  await vi.waitFor(async () => expect((await figure(10_001)).read).toBeGreaterThan(1))
})

test('a sum read during a change is not cached', async () => {
  await subscribeToPayments()
  const later = Promise.withResolvers<number>()
  const first = cachedFigure('test slow', () => later.promise, Number)
  // Notifications arrive in order: once this one is counted, the other was received too.
  await happens('payments')
  let asked = 0
  await vi.waitFor(async () => {
    await cachedFigure('test heard', async () => ++asked + 20_000, Number)
    await happens('payments')
    expect(asked).toBeGreaterThan(1)
  })
  later.resolve(50_000)
  await first
  expect(await cachedFigure('test slow', async () => 60_000, Number)).toBe(60_000)
})
