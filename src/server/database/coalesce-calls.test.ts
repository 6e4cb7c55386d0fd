import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentLanguage } from '#shared/texts/t.ts'
import { coalesceCalls, finishCoalescedCalls } from './coalesce-calls.ts'
import { inLanguage } from '#server/base/language.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls within the window share one run, a later call gets its own', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const call = coalesceCalls('late', 20, run)
  for (let n = 0; n < 5; n++) call()
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(1)
  call()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(2)
})

test("a shared run has no one's language", async () => {
  const spoken: string[] = []
  inLanguage(
    'en-XA',
    coalesceCalls('late', 20, async () => void spoken.push(currentLanguage())),
  )
  await vi.advanceTimersByTimeAsync(20)
  expect(spoken).toEqual(['en'])
})

test('a failure does not stop later runs', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  run.mockRejectedValueOnce(new Error('no connection'))
  const call = coalesceCalls('late', 20, run)
  call()
  await vi.advanceTimersByTimeAsync(20)
  call()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a pending run is executed once when the process stops', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const call = coalesceCalls('late', 60_000, run)
  call()
  call()
  await finishCoalescedCalls()
  expect(run).toHaveBeenCalledOnce()
  await finishCoalescedCalls()
  expect(run).toHaveBeenCalledOnce()
})
