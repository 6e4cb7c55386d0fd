import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotByLabel, slotLabel, slotLabels, slots, slotStatus } from './slots.ts'

describe('slots', () => {
  it('are ordered by start and never overlap', () => {
    const times = slots.flatMap((slot) => [slot.start, slot.end])
    expect(times).toEqual([...times].sort())
    expect(slots.map((slot) => slot.number)).toEqual([1, 2, 3, 4, 5])
  })

  it('would sort wrongly by label, so labels are never sorted', () => {
    expect([...slotLabels].sort()).not.toEqual(slotLabels)
  })

  it('have labels that match their times', () => {
    const clock = (time: string) => {
      const hour = Number(time.slice(0, 2))
      return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
    }
    for (const slot of slots) expect(slot.label).toBe(`${clock(slot.start)} - ${clock(slot.end)}`)
  })

  it('convert between number and label; anything else is no slot', () => {
    for (const slot of slots) expect(slotByLabel(slotLabel(slot.number))).toBe(slot)
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!(slotLabels as readonly string[]).includes(text))
        expect(slotByLabel(text)).toBeUndefined()
      }),
    )
    expect(() => slotLabel(6)).toThrow(RangeError)
    expect(() => slotLabel(0)).toThrow(RangeError)
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
