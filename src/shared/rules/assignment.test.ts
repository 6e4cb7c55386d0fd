import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatClock, formatDay } from '../texts/format.ts'
import { wording } from '../texts/t.ts'
import {
  absence,
  assignmentRefusal,
  nearestWorkers,
  ownRefusalPhrase,
  existingVisits,
  refusalPhrase,
  seatsAt,
  skillNeeded,
  wantedVisit,
  type WantedVisit,
  type Worker,
} from './assignment.ts'
import { oilTypes } from './oil.ts'
import { labelAt, slotAt } from './test-slots.ts'
import { standardSlots } from './slots.ts'

const mike: Worker = {
  id: 'mike',
  status: 'active',
  skills: ['diesel'],
  workingHours: null,
  daysOff: [],
}
/** A Tuesday. */
const date = '2026-11-24'
const visit: WantedVisit = { id: 'v', date, slot: slotAt(2), skill: null }
const week = { from: '2026-11-23', to: '2026-11-27', reason: 'Hunting' }
const mornings = { from: '08:00', to: '12:00' }
const weekends = [null, null, null, null, null, mornings, mornings]

const cases: [string, Partial<Worker>, Partial<WantedVisit>, string?][] = [
  ['who works', {}, {}],
  ['who waits', { status: 'waiting' }, {}, 'Mike may not take visits.'],
  ['who is gone', { status: 'deactivated' }, {}, 'Mike may not take visits.'],
  ['on a day off', { daysOff: [week] }, {}, 'Mike is away until Fri, Nov 27.'],
  [
    'on the first day off',
    { daysOff: [week] },
    { date: week.from },
    'Mike is away until Fri, Nov 27.',
  ],
  [
    'on the last day off',
    { daysOff: [week] },
    { date: week.to },
    'Mike is away until Fri, Nov 27.',
  ],
  ['after days off', { daysOff: [week] }, { date: '2026-11-28' }],
  [
    'on one day off',
    { daysOff: [{ ...week, from: date, to: date }] },
    {},
    'Mike is off on Tue, Nov 24.',
  ],
  ['on another weekday', { workingHours: weekends }, {}, 'Mike does not work on a Tuesday.'],
  ['on a weekday', { workingHours: weekends }, { date: '2026-11-28' }],
  [
    'in the afternoon',
    { workingHours: weekends },
    { date: '2026-11-28', slot: slotAt(3) },
    'Mike works from 8:00 AM to 12:00 PM on that day.',
  ],
  ['without the skill', { skills: [] }, { skill: 'diesel' }, 'Mike has no diesel skill.'],
  ['without a skill that is not needed', { skills: [] }, {}],
  ['with the skill', {}, { skill: 'diesel' }],
]

test.each(cases)('%s', (_, worker, wanted, expected) => {
  const refusal = assignmentRefusal({ ...mike, ...worker }, { ...visit, ...wanted }, [])
  const words = refusal && wording(refusalPhrase('Mike', refusal, { formatDay, formatClock }))
  expect(words).toBe(expected ?? null)
  if (refusal)
    expect(wording(ownRefusalPhrase(refusal, { formatDay, formatClock }))).toMatch(/^You /)
})

test('a technician is in one place at a time, not counting the visit itself', () => {
  const there = { id: 'other', technicianId: 'mike', date, slot: slotAt(2) }
  expect(assignmentRefusal(mike, visit, [there])).toEqual({ reason: 'busy' })
  for (const elsewhere of [
    { ...there, id: visit.id },
    { ...there, technicianId: 'ana' },
    { ...there, technicianId: null },
    { ...there, slot: slotAt(3) },
    { ...there, date: '2026-11-25' },
  ])
    expect(assignmentRefusal(mike, visit, [elsewhere])).toBe(null)
})

test('visits are read in the shape calls return', () => {
  const job = {
    id: 'j',
    technicianId: 'mike',
    status: 'assigned',
    scheduledDate: date,
    scheduledTime: labelAt(2),
    oilType: 'diesel_full_synthetic',
  } as const
  const moved = { scheduledDate: '2026-11-25', scheduledTime: labelAt(5) }
  expect(wantedVisit(job)).toEqual({ id: 'j', date, slot: slotAt(2), skill: 'diesel' })
  expect(wantedVisit(job, moved)).toEqual({
    id: 'j',
    date: '2026-11-25',
    slot: slotAt(5),
    skill: 'diesel',
  })
  expect(existingVisits([job, { ...job, status: 'cancelled' }])).toEqual([
    { id: 'j', technicianId: 'mike', date, slot: slotAt(2) },
  ])
})

test('only diesel oil needs a skill', () => {
  expect(oilTypes.filter(({ value }) => skillNeeded(value)).map(({ value }) => value)).toEqual([
    'diesel_full_synthetic',
  ])
})

describe('the technician to send', () => {
  const austin = { latitude: 30.27, longitude: -97.74 }
  const roundRock = { latitude: 30.51, longitude: -97.68 }
  const houston = { latitude: 29.76, longitude: -95.37 }
  const at = (id: string, home: typeof austin | null, part: Partial<Worker> = {}) => ({
    ...mike,
    id,
    home,
    ...part,
  })
  const ids = (workers: readonly { id: string }[]) => workers.map(({ id }) => id)

  test('is the one living nearest; without a known home, the nearest core spot counts', () => {
    const workers = [at('far', houston), at('spot', null), at('near', austin)]
    const order = nearestWorkers(workers, { ...visit, place: austin }, [houston, roundRock])
    expect(ids(order)).toEqual(['near', 'spot', 'far'])
  })

  test('is the first if the location is unknown or there is no core spot', () => {
    const workers = [at('a', houston), at('b', null), at('c', austin)]
    expect(ids(nearestWorkers(workers, { ...visit, place: null }, [roundRock]))).toEqual(
      ids(workers),
    )
    const same = [at('b', null), at('a', null)]
    expect(ids(nearestWorkers(same, { ...visit, place: austin }, []))).toEqual(['b', 'a'])
  })

  test('can do it then', () => {
    const workers = [
      at('a', null, { skills: [] }),
      at('b', null, { daysOff: [week] }),
      at('c', null),
    ]
    expect(ids(nearestWorkers(workers, { ...visit, skill: 'diesel', place: null }, []))).toEqual([
      'c',
    ])
  })
})

test('technicians working in a slot are those not absent', () => {
  const day = fc
    .integer({ min: 0, max: 20 })
    .map((n) => `2026-11-${String(n + 1).padStart(2, '0')}`)
  const off = fc
    .tuple(day, day)
    .map(([a, b]) => ({ ...week, from: a < b ? a : b, to: a < b ? b : a }))
  const worker = fc.record({
    status: fc.constantFrom('active' as const, 'waiting' as const, 'deactivated' as const),
    daysOff: fc.array(off, { maxLength: 3 }),
    workingHours: fc.option(fc.constant(weekends)),
  })
  fc.assert(
    fc.property(fc.array(worker), day, fc.constantFrom(...standardSlots), (parts, on, slot) => {
      const workers = parts.map((part) => ({ ...mike, ...part }))
      const seats = (of: readonly Worker[]) =>
        seatsAt({ slotCapacityMode: 'technicians', slotCapacity: 7 }, of, on, slot)
      const count = seats(workers)
      expect(seatsAt({ slotCapacityMode: 'number', slotCapacity: 7 }, workers, on, slot)).toBe(7)
      expect(count).toBe(workers.filter((one) => !absence(one, on, slot)).length)
      expect(count).toBeLessThanOrEqual(workers.filter(({ status }) => status === 'active').length)
      const one = workers[0]
      if (!one || count === 0) return
      // A further day off never increases their number.
      const fewer = [{ ...one, daysOff: [{ ...week, from: on, to: on }] }, ...workers.slice(1)]
      expect(seats(fewer)).toBe(count - (absence(one, on, slot) ? 0 : 1))
    }),
  )
})
