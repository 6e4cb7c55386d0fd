import { expect, test } from 'vitest'
import { currentLanguage } from '#shared/texts/t.ts'
import { batchLoader } from './batch-loader.ts'
import { inLanguage } from '#server/base/language.ts'

test('simultaneous lookups share one query and each gets its own result', async () => {
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

test('a shared query runs without a language, and each caller resumes in its own', async () => {
  const spoken: string[] = []
  const ask = batchLoader(async (questions: string[]) => {
    spoken.push(currentLanguage())
    return questions
  })
  const asked = async (question: string) => [await ask(question), currentLanguage()]
  const answers = [inLanguage('en-XA', () => asked('a')), inLanguage(null, () => asked('b'))]
  expect(await Promise.all(answers)).toEqual([
    ['a', 'en-XA'],
    ['b', 'en'],
  ])
  expect(spoken).toEqual(['en'])
})
