import { expect, test } from 'vitest'
import { slotAt } from './test-slots.ts'
import { suits } from './waitlist.ts'

const visit = { date: '2026-11-26', slot: slotAt(3) }
const any = { from: '2026-11-24', to: '2026-11-27', slots: [] }

test.each([
  ['the first day', any, '2026-11-24', 1, true],
  ['the last day', any, '2026-11-27', 5, true],
  ['the day before', any, '2026-11-23', 1, false],
  ['the day after', any, '2026-11-28', 1, false],
  ['a wanted time', { ...any, slots: [slotAt(2)] }, '2026-11-24', 2, true],
  ['another time', { ...any, slots: [slotAt(2)] }, '2026-11-24', 3, false],
  ['a time that overlaps a wanted one', { ...any, slots: [8300930] }, '2026-11-24', 1, true],
  ['a time that only touches a wanted one', { ...any, slots: [7000800] }, '2026-11-24', 1, false],
  ['an earlier day than the visit', { ...any, visit }, '2026-11-25', 5, true],
  ['an earlier time of its day', { ...any, visit }, '2026-11-26', 2, true],
  ['its own time', { ...any, visit }, '2026-11-26', 3, false],
  ['a later time of its day', { ...any, visit }, '2026-11-26', 4, false],
  ['a later day', { ...any, visit }, '2026-11-27', 1, false],
])('%s', (_, wanted, date, slot, expected) => {
  expect(suits(wanted, { date, slot: slotAt(slot) })).toBe(expected)
})
