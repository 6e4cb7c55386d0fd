import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween } from './calendar.ts'
import { proposeMoves, type DateAndSlot } from './propose-moves.ts'
import { type Slot, standardSlots } from './slots.ts'
import { slotAt } from './test-slots.ts'

const first = '2026-11-24'
const last = addDays(first, 6)
const visit = (id: string, date: string, slot: Slot, vehicleId = id) => ({
  id,
  date,
  slot,
  vehicleId,
  technicianId: null,
})
const slotsOf = () => standardSlots
const everywhere = {
  first,
  last,
  slotsOf,
  freeSeats: () => 1,
  isTaken: () => false,
  mayTake: () => true,
}

it('keeps the time of day, and prefers a day later to a day earlier', () => {
  const day = addDays(first, 2)
  const freeSeats = (date: string) => (date === day ? 0 : 1)
  const proposals = proposeMoves([visit('a', day, slotAt(4)), visit('b', day, slotAt(4))], {
    ...everywhere,
    freeSeats,
  })
  expect([...proposals]).toEqual([
    ['a', { date: addDays(day, 1), slot: slotAt(4), alone: false }],
    ['b', { date: addDays(day, 1), slot: slotAt(3), alone: false }],
  ])
})

it('moves two visits of one technician to different times, and unassigns one no technician may take', () => {
  const own = (id: string, technicianId: string) => ({
    ...visit(id, first, slotAt(1)),
    technicianId,
  })
  const proposals = proposeMoves([own('a', 'ann'), own('b', 'ann'), own('c', 'bob')], {
    ...everywhere,
    freeSeats: () => 2,
    mayTake: ({ technicianId }) => technicianId === 'ann',
  })
  expect([...proposals.values()]).toEqual([
    { date: first, slot: slotAt(1), alone: false },
    { date: first, slot: slotAt(2), alone: false },
    { date: first, slot: slotAt(1), alone: true },
  ])
})

it('moves two visits of one car to different days', () => {
  const two = [visit('a', first, slotAt(1), 'car'), visit('b', first, slotAt(3), 'car')]
  const proposals = proposeMoves(two, everywhere)
  expect(proposals.get('a')?.date).not.toBe(proposals.get('b')?.date)
})

it('proposes nothing without a free seat', () => {
  expect(
    proposeMoves([visit('a', first, slotAt(1))], { ...everywhere, freeSeats: () => 0 }).size,
  ).toBe(0)
})

const anyVisits = fc
  .array(
    fc.record({
      day: fc.integer({ min: -3, max: 9 }),
      slot: fc.constantFrom(...standardSlots),
    }),
  )
  .map((some) => some.map(({ day, slot }, n) => visit(String(n), addDays(first, day), slot)))

it('proposes no seat twice, none outside the range, and none while a nearer one is free', () => {
  fc.assert(
    fc.property(anyVisits, fc.func(fc.nat({ max: 2 })), (visits, seats) => {
      const freeSeats = (date: string, slot: number) => seats(date, slot)
      const proposals = proposeMoves(visits, { ...everywhere, freeSeats })
      const used = new Map<string, number>()
      const key = ({ date, slot }: DateAndSlot) => `${date} ${slot}`
      for (const place of proposals.values()) used.set(key(place), (used.get(key(place)) ?? 0) + 1)
      for (const [id, place] of proposals) {
        const own = visits.find((one) => one.id === id)?.date
        expect(place.date === own || (place.date >= first && place.date <= last)).toBe(true)
        expect(used.get(key(place))).toBeLessThanOrEqual(freeSeats(place.date, place.slot))
        const from = own ?? first
        const away = Math.abs(daysBetween(from, place.date))
        for (let nearer = 0; nearer < away; nearer++)
          for (const date of [addDays(from, nearer), addDays(from, -nearer)])
            if (date >= first && date <= last)
              for (const slot of standardSlots)
                expect(freeSeats(date, slot)).toBeLessThanOrEqual(
                  used.get(key({ date, slot })) ?? 0,
                )
      }
    }),
  )
})
