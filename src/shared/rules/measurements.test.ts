import { expect, test } from 'vitest'
import { tenfoldOf } from './measurements.ts'

const known = [
  { date: '2026-06-01', miles: 46_000 },
  { date: '2026-03-01', miles: 45_200 },
  { date: '2026-01-01', miles: 0 },
]

test.each([
  ['2026-07-01', 460_000, 46_000],
  ['2026-07-01', 459_999, undefined],
  ['2026-05-01', 452_000, 45_200],
  ['2026-06-01', 452_000, 45_200],
  ['2026-02-01', 452_000, undefined],
  ['2025-12-01', 452_000, undefined],
])('on %s %i miles are ten times %s', (date, miles, before) => {
  expect(tenfoldOf({ date, miles }, known)?.miles).toBe(before)
})
