import { expect, test } from 'vitest'
import { listYears, readYearRanges, soldIn } from './model-years.ts'

test('reads year ranges', () => {
  expect(readYearRanges('1985-2001,2023')).toEqual([
    [1985, 2001],
    [2023, 2023],
  ])
  expect(readYearRanges('soon,1999')).toEqual([[1999, 1999]])
})

test.each([
  [1984, false],
  [1985, true],
  [2002, false],
  [2023, true],
  [undefined, true],
])('sold in %s: %s', (year, sold) => {
  expect(soldIn('1985-2001,2023', year)).toBe(sold)
})

test('lists the years, newest first and each once', () => {
  expect(listYears('2001-2003,2003,2010')).toEqual([2010, 2003, 2002, 2001])
})
