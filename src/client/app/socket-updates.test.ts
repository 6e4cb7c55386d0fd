import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesceUpdates } from './socket-updates.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a single update is passed on at once', () => {
  const handed: number[][] = []
  const take = coalesceUpdates<number>(500, (updates) => handed.push(updates))
  take(1)
  expect(handed).toEqual([[1]])
  vi.advanceTimersByTime(500)
  take(2)
  expect(handed).toEqual([[1], [2]])
})

test('in a flood the first update is passed on at once, the rest merged, and the last never lost', () => {
  const handed: number[][] = []
  const take = coalesceUpdates<number>(500, (updates) => handed.push(updates))
  for (let n = 1; n <= 12; n++) {
    take(n)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(1000)
  expect(handed).toEqual([[1], [2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]])
})
