import { describe, expect, it, test } from 'vitest'
import fc from 'fast-check'
import { ableToTake, type DayVisit, placeVisit, planDay, type RoadDay } from './assignable-day.ts'
import { assignmentRefusal, type Driver, type WantedVisit } from './assignment.ts'
import {
  driveBetween,
  minutesBetween,
  type Location,
  type Road,
  tooFarApart,
  travelRefusal,
} from './road.ts'
import { overlap, slotFrom, standardSlots } from './slots.ts'
import { driver } from './test-drivers.ts'
import type { Coordinates } from './service-area.ts'
import { minutesAway } from './travel.ts'

const monday = '2026-11-30'
const [first = 0, second = 0, third = 0, fourth = 0, last = 0] = standardSlots
const austin = { latitude: 30.27, longitude: -97.74 }
/** A place some miles north of downtown. */
const north = (miles: number): Location => ({
  ...austin,
  latitude: austin.latitude + miles / 69.09,
})
const center = (miles: number): Location => ({ ...north(miles), isCenter: true })

const road: Road = {
  drive: minutesAway,
  weekday: 1,
  bufferMinutes: 10,
  hours: { from: '08:00', to: '17:00' },
  starts: [],
}
const visit = (id: string, slot: number, place: Location | null = austin): WantedVisit => ({
  id,
  date: monday,
  slot,
  skill: null,
  place,
})

describe('drives between two visits of one technician', () => {
  test.each([
    // 90 minutes from start to start, 45 of them at the car and 10 to spare: 35 to drive.
    { one: first, other: second, from: north(0), to: north(11), is: undefined },
    { one: first, other: second, from: north(0), to: north(12), is: 38 },
    { one: second, other: first, from: north(0), to: north(12), is: 38 },
    { one: first, other: third, from: north(0), to: north(60), is: undefined },
    { one: second, other: third, from: north(0), to: north(49), is: undefined },
    { one: third, other: fourth, from: north(0), to: north(20), is: 63 },
    // ZIP codes' centers count six miles less.
    { one: first, other: second, from: center(0), to: center(17), is: undefined },
    { one: first, other: second, from: center(0), to: center(18), is: 39 },
    { one: first, other: second, from: center(0), to: center(20), is: 45 },
    { one: first, other: second, from: center(0), to: north(13), is: undefined },
    { one: first, other: second, from: null, to: north(90), is: undefined },
  ])('$one and $other', ({ one, other, from, to, is }) => {
    expect(tooFarApart(visit('a', one, from), visit('b', other, to), road)).toBe(is)
  })

  test.each([
    { clock: 'usual', gap: 105, clockChange: undefined },
    { clock: 'put forward', gap: 45, clockChange: { from: 180, minutes: -60 } },
    { clock: 'put back', gap: 165, clockChange: { from: 120, minutes: 60 } },
  ])('counts the minutes that pass in a night with the clock $clock', ({ gap, clockChange }) => {
    const [before, after] = [slotFrom('00:30', '01:15'), slotFrom('03:00', '04:00')]
    const night = (minutes: number) => ({
      ...road,
      bufferMinutes: 0,
      drive: () => minutes,
      clockChange,
    })
    const pair = [visit('a', before), visit('b', after)] as const
    expect(tooFarApart(...pair, night(gap))).toBeUndefined()
    expect(tooFarApart(...pair, night(gap + 1))).toBe(gap + 1)
    expect(driveBetween(...pair, night(gap + 1)).risk).toBe('late')
    const later = [visit('a', after), visit('b', slotFrom('04:00', '05:00'))] as const
    expect(tooFarApart(...later, night(15))).toBeUndefined()
    expect(tooFarApart(...later, night(16))).toBe(16)
  })

  it('counts the package’s minutes', () => {
    const long = { ...visit('a', first), minutes: 80 }
    expect(tooFarApart(long, visit('b', second), road)).toBe(1)
    expect(tooFarApart({ ...long, minutes: 79 }, visit('b', second), road)).toBeUndefined()
  })

  it('uses the shortest possible drive between ZIP codes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200, noNaN: true }), (miles) => {
        const exact = minutesBetween(north(0), north(miles), minutesAway)
        const least = minutesBetween(center(0), center(miles), minutesAway)
        expect(least).toBeGreaterThanOrEqual(1)
        expect(least).toBeLessThanOrEqual(exact)
      }),
    )
  })
})

describe('the first drive and the end of a day', () => {
  const far = driver('a', { home: north(60) })
  test.each([
    { who: driver('a', { home: north(20) }), slot: first, is: null },
    // 57 miles at 25 miles an hour on roads 1.3 times as long.
    { who: far, slot: first, is: { reason: 'far', minutes: 179 } },
    { who: far, slot: third, is: null },
    { who: driver('a'), slot: last, is: null },
  ])('$slot', ({ who, slot, is }) => {
    expect(travelRefusal(who, visit('v', slot), [], road)).toEqual(is)
  })

  it('starts at the nearest core spot without a home', () => {
    const spots = { ...road, starts: [north(200), north(80)] }
    const refused = travelRefusal(driver('a'), visit('v', first), [], spots)
    expect(refused).toMatchObject({ reason: 'far' })
    const nearer = { ...spots, starts: [...spots.starts, north(3)] }
    expect(travelRefusal(driver('a'), visit('v', first), [], nearer)).toBeNull()
  })

  it('ends within the hours of the technician, or the business', () => {
    const long = { ...visit('v', last), minutes: 61 }
    expect(travelRefusal(driver('a'), long, [], road)).toEqual({
      reason: 'long',
      to: '17:00',
    })
    const hours = Array.from({ length: 7 }, () => ({ from: '08:00', to: '18:00' }))
    const late = driver('a', { workingHours: hours })
    expect(travelRefusal(late, long, [], road)).toBeNull()
  })
})

describe('keeping a day assignable', () => {
  const open = (one: WantedVisit, tentativeTechnicianId: string | null = null): DayVisit => ({
    ...one,
    technicianId: null,
    tentativeTechnicianId,
  })
  const placeIn = (day: RoadDay, wanted: WantedVisit) => placeVisit(day, planDay(day), wanted)

  it('moves a visit without a technician to one who can drive there', () => {
    // Ann could take either; only Ann can still reach the new one.
    const day: RoadDay = {
      technicians: [driver('ann'), driver('bob')],
      visits: [
        open(visit('near', second, north(0)), 'ann'),
        { ...visit('far', first, north(30)), technicianId: 'bob', tentativeTechnicianId: null },
      ],
      road,
    }
    expect(placeIn(day, visit('new', first, north(5)))).toEqual({
      technicianId: 'ann',
      changes: [],
    })
    expect(placeIn(day, visit('new', second, north(30)))).toEqual({
      technicianId: 'bob',
      changes: [],
    })
    expect(placeIn(day, visit('new', second, north(0)))).toBeNull()
  })

  it('leaves out visits no one can take, and keeps the others', () => {
    const day: RoadDay = {
      technicians: [driver('ann')],
      visits: [open(visit('one', first)), open(visit('two', first))],
      road,
    }
    expect(placeIn(day, visit('new', second))).toEqual({
      technicianId: 'ann',
      changes: [{ id: 'one', technicianId: 'ann' }],
    })
  })

  /** Every way to give the visits to technicians, tried one after the other. */
  function canBeDriven(
    { technicians, visits }: RoadDay,
    given: [WantedVisit, string][] = [],
  ): boolean {
    const [next, ...rest] = visits
    if (!next) return true
    const choices = next.technicianId ? [next.technicianId] : technicians.map(({ id }) => id)
    return choices.some((id) => {
      const worker = technicians.find((one) => one.id === id) as Driver
      const fits =
        assignmentRefusal(worker, next, [], road) === null &&
        given.every(
          ([other, whose]) =>
            whose !== id ||
            (!overlap(other.slot, next.slot) && tooFarApart(other, next, road) === undefined),
        )
      return fits && canBeDriven({ technicians, visits: rest, road }, [...given, [next, id]])
    })
  }

  it('finds a place exactly when there is one, whatever the earlier assignments', () => {
    const someVisit = fc.record({
      slot: fc.constantFrom(...standardSlots),
      place: fc.option(fc.integer({ min: 0, max: 40 }).map(north)),
      minutes: fc.constantFrom(20, 45, 75),
    })
    let [fits, fitsNot] = [0, 0]
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(someVisit, { maxLength: 9 }),
        (people, wanted) => {
          const technicians = ['ann', 'bob', 'cat'].slice(0, people).map((id) => driver(id))
          const day = { technicians, visits: [] as DayVisit[], road }
          for (const [n, more] of wanted.entries()) {
            const next = { ...visit(`v${n}`, 0), ...more }
            const placed = placeIn(day, next)
            const possible = canBeDriven({ ...day, visits: [...day.visits, open(next)] })
            expect(placed !== null).toBe(possible)
            if (!placed) {
              fitsNot++
              continue
            }
            fits++
            const changed = new Map(
              placed.changes.map(({ id, technicianId }) => [id, technicianId]),
            )
            day.visits = [
              ...day.visits.map((one) => ({
                ...one,
                tentativeTechnicianId: changed.get(one.id) ?? one.tentativeTechnicianId,
              })),
              open(next, placed.technicianId),
            ]
            const asPlanned = day.visits.map((one) => ({
              ...one,
              technicianId: one.tentativeTechnicianId,
            }))
            expect(canBeDriven({ ...day, visits: asPlanned })).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
    expect(fits).toBeGreaterThan(100)
    expect(fitsNot).toBeGreaterThan(100)
  })

  it('plans a full day that cannot be driven in few steps, and leaves out no visit that fits', () => {
    let drives = 0
    const counting = {
      ...road,
      drive: (from: Coordinates, to: Coordinates) => {
        drives++
        return minutesAway(from, to)
      },
    }
    const people = Array.from({ length: 50 }, (_, n) => driver(`t${n}`))
    // Far apart in turns, so that hardly anyone can go from one time to the next.
    const visits = Array.from({ length: 250 }, (_, n) =>
      open(visit(`v${n}`, standardSlots[n % 5] ?? first, north((n * 37) % 400))),
    )
    const day = { technicians: people, visits, road: counting }
    const plan = planDay(day)
    expect(drives).toBeLessThan(1_000_000)
    const placed = new Set([...plan.visitsOf.values()].flat().map(({ id }) => id))
    const left = visits.filter(({ id }) => !placed.has(id))
    expect(left.length).toBeGreaterThan(10)
    for (const one of left) expect(ableToTake(day, plan, one)).toEqual([])
  })

  it('names technicians who can take a visit without changes', () => {
    const day: RoadDay = {
      technicians: [driver('ann'), driver('bob')],
      visits: [open(visit('one', first, north(30)), 'ann')],
      road,
    }
    const able = ableToTake(day, planDay(day), visit('new', second))
    expect(able.map(({ id }) => id)).toEqual(['bob'])
  })
})
