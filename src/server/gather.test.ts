import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherCalls } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls within the time share one run, a later one gets its own', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const call = gatherCalls('late', 20, run)
  for (let n = 0; n < 5; n++) call()
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(1)
  call()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a failure does not end it', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  run.mockRejectedValueOnce(new Error('no connection'))
  const call = gatherCalls('late', 20, run)
  call()
  await vi.advanceTimersByTimeAsync(20)
  call()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(2)
})
