import { expect, test } from 'vitest'
import { slotAt } from './test-slots.ts'
import { defaultSettings } from './settings.ts'
import { hasEarlierTimes, suits } from './waitlist.ts'

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

const hours = { ...defaultSettings, earlierSlotTimes: [], earliestDate: '2026-11-24' }
// Tuesday, in a business on UTC.
const startOn = (date: string, at: string) => new Date(`${date}T${at}:00Z`)
const morning = startOn('2026-11-23', '09:00')

test.each([
  ['the first time of the first day', '2026-11-24', 1, '08:00', morning, false],
  ['the second time of the first day', '2026-11-24', 2, '09:30', morning, true],
  ['the first time of the second day', '2026-11-25', 1, '08:00', morning, true],
  ['a day before the first one', '2026-11-23', 5, '16:00', morning, false],
  [
    'today, with a time still ahead',
    '2026-11-24',
    3,
    '13:00',
    startOn('2026-11-24', '09:00'),
    true,
  ],
  ['today, the next time', '2026-11-24', 3, '13:00', startOn('2026-11-24', '09:30'), false],
])('earlier times than %s', (_, date, slot, at, now, expected) => {
  const visit = { date, slot: slotAt(slot), startsAt: startOn(date, at) }
  expect(hasEarlierTimes(visit, hours, now)).toBe(expected)
})

test('no earlier time if no day is open', () => {
  const visit = { date: '2026-11-25', slot: slotAt(1), startsAt: startOn('2026-11-25', '08:00') }
  expect(hasEarlierTimes(visit, { ...hours, earliestDate: null }, morning)).toBe(false)
})
