import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endOf,
  minutesOf,
  overlap,
  slotByLabel,
  slotFrom,
  slotLabel,
  type Slot,
  slotStatus,
  standardSlots,
  startOf,
} from './slots.ts'
import { slotLabels } from './test-slots.ts'

const anyMinutes = fc.integer({ min: 0, max: 24 * 60 })
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Any time of a day, up to midnight. */
const anySlot = fc
  .uniqueArray(anyMinutes, { minLength: 2, maxLength: 2 })
  .map((two) => two.toSorted((a, b) => a - b).map(clock))
  .map(([start = '', end = '']) => slotFrom(start, end))

describe('slots', () => {
  it('of a standard day are in order and do not overlap', () => {
    expect(standardSlots.map((slot) => [startOf(slot), endOf(slot)])).toEqual([
      ['08:00', '09:00'],
      ['09:30', '10:30'],
      ['13:00', '14:00'],
      ['14:30', '15:30'],
      ['16:00', '17:00'],
    ])
  })

  it('would sort wrongly by label, so labels are never sorted', () => {
    expect([...slotLabels].sort()).not.toEqual(slotLabels)
  })

  it.each([
    ['00:00', '01:30', '12:00 AM - 1:30 AM'],
    ['07:00', '08:00', '7:00 AM - 8:00 AM'],
    ['11:30', '12:30', '11:30 AM - 12:30 PM'],
    ['13:00', '14:00', '1:00 PM - 2:00 PM'],
    ['22:30', '24:00', '10:30 PM - 12:00 AM'],
  ])('from %s to %s read %s', (start, end, label) => {
    expect(slotLabel(slotFrom(start, end))).toBe(label)
  })

  it('convert between number, times and label', () => {
    fc.assert(
      fc.property(anySlot, (slot) => {
        expect(slotByLabel(slotLabel(slot))).toBe(slot)
        expect(slotFrom(startOf(slot), endOf(slot))).toBe(slot)
      }),
    )
  })

  it('sort by start, and overlap when one starts before the other ends', () => {
    const span = (slot: Slot) => [minutesOf(startOf(slot)), minutesOf(endOf(slot))] as const
    fc.assert(
      fc.property(anySlot, anySlot, (one, other) => {
        const [[start, end], [from, to]] = [span(one), span(other)]
        if (start !== from) expect(one < other).toBe(start < from)
        expect(overlap(one, other)).toBe(Math.max(start, from) < Math.min(end, to))
      }),
    )
  })

  it.each([
    '',
    '8:00 AM',
    '08:00 AM - 9:00 AM',
    '8:00 AM – 9:00 AM',
    '8:00 AM - 8:00 AM',
    '9:00 AM - 8:00 AM',
    '13:00 PM - 2:00 PM',
    '8:60 AM - 9:00 AM',
    ' 8:00 AM - 9:00 AM',
    '8:00 am - 9:00 am',
  ])('"%s" is no label', (text) => {
    expect(slotByLabel(text)).toBeUndefined()
  })
})

describe('slotStatus', () => {
  const free = {
    past: false,
    offered: true,
    beyondHorizon: false,
    blocked: false,
    taken: 0,
    capacity: 1,
  }

  it.each([
    ['a free slot', {}, 'open'],
    ['the last seat taken', { taken: 1 }, 'full'],
    ['one of three taken', { taken: 1, capacity: 3 }, 'open'],
    ['more taken than a lowered capacity', { taken: 3, capacity: 2 }, 'full'],
    ['blocked', { blocked: true }, 'blocked'],
    ['blocked and full', { blocked: true, taken: 1 }, 'blocked'],
    ['not offered', { offered: false }, 'closed'],
    ['beyond the horizon', { beyondHorizon: true }, 'closed'],
    ['started', { past: true }, 'past'],
    ['a past one that was not offered', { past: true, offered: false }, 'past'],
  ] as const)('%s', (_, facts, expected) => {
    expect(slotStatus({ ...free, ...facts })).toBe(expected)
  })

  it('is open exactly when nothing prevents it', () => {
    const facts = fc.record({
      past: fc.boolean(),
      offered: fc.boolean(),
      beyondHorizon: fc.boolean(),
      blocked: fc.boolean(),
      taken: fc.nat({ max: 4 }),
      capacity: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(facts, (fact) => {
        const bookable = !fact.past && fact.offered && !fact.beyondHorizon && !fact.blocked
        expect(slotStatus(fact) === 'open').toBe(bookable && fact.taken < fact.capacity)
      }),
    )
  })
})
