import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentLanguage } from '#shared/texts/t.ts'
import { batchLoader, coalesceCalls, finishCoalescedCalls } from './batch-loader.ts'
import { inLanguage } from '#server/base/language.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls within the time share one run, a later one gets its own', async () => {
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

test('what is done for several people is in the language of none', async () => {
  const spoken: string[] = []
  const speak = async () => void spoken.push(currentLanguage())
  inLanguage('en-XA', coalesceCalls('late', 20, speak))
  await vi.advanceTimersByTimeAsync(20)
  vi.useRealTimers()
  const ask = batchLoader(async (questions: string[]) => {
    await speak()
    return questions
  })
  const asked = async (question: string) => [await ask(question), currentLanguage()]
  const answers = [inLanguage('en-XA', () => asked('a')), inLanguage(null, () => asked('b'))]
  expect(await Promise.all(answers)).toEqual([
    ['a', 'en-XA'],
    ['b', 'en'],
  ])
  expect(spoken).toEqual(['en', 'en'])
})

test('a failure does not end it', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  run.mockRejectedValueOnce(new Error('no connection'))
  const call = coalesceCalls('late', 20, run)
  call()
  await vi.advanceTimersByTimeAsync(20)
  call()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(2)
})

test('what is asked at the same moment is answered together, to each their own', async () => {
  vi.useRealTimers()
  const rounds: number[][] = []
  const double = batchLoader(async (numbers: number[]) => {
    rounds.push(numbers)
    if (numbers.includes(0)) throw new Error('no zero')
    return numbers.map((n) => n * 2)
  })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  await expect(Promise.all([double(0), double(4)])).rejects.toThrow('no zero')
  expect(await double(5)).toBe(10)
  expect(rounds).toEqual([[1, 2, 3], [0, 4], [5]])
})

test('what waits for its moment is done when the process stops, once', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const call = coalesceCalls('late', 60_000, run)
  call()
  call()
  await finishCoalescedCalls()
  expect(run).toHaveBeenCalledOnce()
  await finishCoalescedCalls()
  expect(run).toHaveBeenCalledOnce()
})
