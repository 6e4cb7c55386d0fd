import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'

test('equal seeds give equal data, different seeds different data', () => {
  const story = (seed: number) => {
    const random = seededRandom(seed)
    return [random.uuid(), random.whole(1, 1000), random.shuffled([1, 2, 3, 4, 5, 6])]
  }
  expect(story(5)).toEqual(story(5))
  expect(story(5)).not.toEqual(story(6))
})

test('ids are well-formed version 4 and all differ', () => {
  const random = seededRandom(5)
  const ids = Array.from({ length: 2000 }, () => random.uuid())
  expect(new Set(ids).size).toBe(2000)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
