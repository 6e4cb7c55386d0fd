import { describe, expect, it } from 'vitest'
import { possibleYears } from './offline.ts'

const vin = (seventh: string, tenth: string) => `AAAAAA${seventh}AA${tenth}AAAAAAA`

describe('possibleYears', () => {
  it.each([
    ['a digit in position 7 means before 2010', '1', 'C', true, [1982, 2012]],
    ['a letter in position 7 means 2010 or later', 'A', 'C', true, [2012, 1982]],
    ['a heavy truck may mean either', '1', 'C', false, [2012, 1982]],
    ['a year far ahead is the earlier one', 'A', '3', true, [2003]],
    ['even for trucks', 'A', 'X', false, [1999]],
    ['two years ahead is on sale already', 'A', 'W', true, [2028, 1998]],
    ['0 is no year', 'A', '0', true, []],
    ['U is no year', 'A', 'U', true, []],
  ])('%s', (_name, seventh, tenth, yearRule, years) => {
    expect(possibleYears(vin(seventh, tenth), yearRule, 2026).years).toEqual(years)
  })
})
