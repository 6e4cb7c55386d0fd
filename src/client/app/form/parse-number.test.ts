import { expect, test } from 'vitest'
import { parseNumber } from './schema-fields.ts'

test.each([
  ['45200', 45_200],
  ['45,200', 45_200],
  ['45 200', 45_200],
  ['12.5', 12.5],
  ['-3', -3],
])('%s is a number', (typed, number) => {
  expect(parseNumber(typed)).toBe(number)
})

test.each(['1e5', '0x10', 'Infinity', '4.5.2', 'many'])('%s is none', (typed) => {
  expect(parseNumber(typed)).toBeNaN()
})
