import { expect, it, test } from 'vitest'
import { legWords, wayBetween } from '#client/app/driving-distance.ts'
import { fitCoordinates, mapSize, marksOf, scaleMiles } from '#client/brand/map-drawing.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { type DayRoad, roadOf } from '#shared/rules/day-road.ts'
import { minutesOf, type SlotLabel, slotOf, startOf } from '#shared/rules/slots.ts'
import { affectedJobs, buildBoard, isDayBlocked, type SlotFacts, legsOf } from './board.ts'
import { minutesOfDay, nowPosition } from './now-line.tsx'
import { labelAt, slotLabels } from '#shared/rules/test-slots.ts'

const visit = (id: string, slot: number, technicianId: string | null, status = 'assigned') =>
  ({
    id,
    technicianId,
    technician: technicianId ? { id: technicianId, name: `Name ${technicianId}`, phone: '' } : null,
    scheduledDate: '2026-11-24',
    scheduledTime: labelAt(slot),
    status,
    needsConfirmation: false,
  }) as Job

const technician = (id: string, status: Technician['status'] = 'active') =>
  ({
    id,
    firstName: id,
    lastName: 'T',
    email: null,
    status,
    workingHours: null,
    daysOff: [{ id: '', from: '2026-11-25', to: '2026-11-25', reason: '' }],
  }) as unknown as Technician

const facts = (blocked: number[] = []): SlotFacts[] =>
  slotLabels.map((timeSlot, at) => ({
    timeSlot,
    status: blocked.includes(at + 1) ? 'blocked' : 'open',
    capacity: 2,
    booked: 0,
    unassigned: 0,
    requests: 0,
    isBlocked: blocked.includes(at + 1),
    blockedReason: '',
  }))
const build = (jobs: Job[], blocked: number[] = []) =>
  buildBoard('2026-11-24', jobs, facts(blocked), [
    technician('ann'),
    technician('ben'),
    technician('new', 'waiting'),
  ])

it('has a row below the tray for every active technician, and any other with a visit', () => {
  const { rows } = build([visit('1', 1, 'ann'), visit('2', 3, 'gone'), visit('3', 2, null)])
  expect(rows.map(({ id, name, visits }) => ({ id, name, visits }))).toEqual([
    { id: null, name: 'Unassigned', visits: 1 },
    { id: 'ann', name: 'ann T', visits: 1 },
    { id: 'ben', name: 'ben T', visits: 0 },
    { id: 'gone', name: 'Name gone', visits: 1 },
  ])
  expect(rows.at(-1)?.technician).toBeUndefined()
})

it('puts each visit in its slot and row, requests last, without cancelled ones', () => {
  const { rows, slots: times } = build([
    visit('a', 3, 'ben'),
    { ...visit('asked', 3, null, 'scheduled'), needsConfirmation: true },
    visit('b', 3, null, 'scheduled'),
    visit('c', 3, 'ann', 'cancelled'),
  ])
  const third = rows.map(({ cells }) => cells[2]?.map(({ id }) => id))
  expect(third).toEqual([['b', 'asked'], [], ['a']])
  // A request takes no seat.
  expect([times[2]?.jobs.length, times[2]?.booked]).toEqual([3, 2])
})

it('knows which technicians are off then', () => {
  const { rows } = buildBoard('2026-11-25', [], facts(), [technician('ann')])
  expect(rows.map(({ away }) => away.includes(true))).toEqual([false, true])
  expect(build([]).rows[1]?.away).not.toContain(true)
})

it('lists the visits affected by a block, except completed ones', () => {
  const { slots: times } = build([visit('a', 1, 'ann'), visit('b', 2, 'ann', 'completed')])
  expect(affectedJobs(times).map(({ id }) => id)).toEqual(['a'])
})

it('treats a day as blocked only if all five slots are', () => {
  expect(isDayBlocked(facts())).toBe(false)
  expect(isDayBlocked(facts([1, 2, 3, 4]))).toBe(false)
  expect(isDayBlocked(facts([1, 2, 3, 4, 5]))).toBe(true)
  expect(isDayBlocked([])).toBe(false)
  // Past times of today cannot be blocked.
  const later = facts([3, 4, 5]).map((slot, at) =>
    at < 2 ? { ...slot, status: 'past' as const } : slot,
  )
  expect(isDayBlocked(later)).toBe(true)
  expect(isDayBlocked(later.slice(0, 2))).toBe(false)
})

const at = (latitude: number, longitude: number) => ({ coordinates: { latitude, longitude } })
const capitol = at(30.274_711, -97.740_38)
const airport = at(30.197_53, -97.666_39)

test('the distance between two visits, and its certainty', () => {
  expect(wayBetween(capitol, airport)).toBe('about 9 mi')
  expect(wayBetween(capitol, at(30.275_9, -97.740_3))).toBe('about 0.1 mi')
  expect(wayBetween(capitol, at(30.1975, -97.6664))).toBe('about 9 mi')
  expect(wayBetween(at(30.1975, -97.6664), at(30.1975, -97.6664))).toBe('same ZIP code')
  expect(wayBetween(capitol, { coordinates: null })).toBeNull()
})

test('the drives of a day: minutes, also of a router, and whether a technician may be late', () => {
  const day = [
    { id: 'a', scheduledTime: labelAt(1), minutes: 45, ...capitol },
    { id: 'b', scheduledTime: labelAt(2), minutes: 45, coordinates: null },
    { id: 'c', scheduledTime: labelAt(3), minutes: 45, ...airport },
    { id: 'd', scheduledTime: labelAt(4), minutes: 70, ...capitol },
    { id: 'e', scheduledTime: labelAt(5), minutes: 45, ...airport },
  ] as BoardVisit[]
  const answer = {
    weekday: 2,
    bufferMinutes: 10,
    hours: { from: '08:00', to: '18:00' },
    starts: [],
    points: [],
    minutes: [],
    factors: [],
    drivers: [],
    legs: [],
  }
  const shown = (part: Partial<DayRoad>) =>
    [...legsOf(day, roadOf({ ...answer, ...part }))].map(([id, leg]) => [
      id,
      legWords(leg),
      leg.risk,
    ])
  expect([...legsOf(day, undefined)].map(([id, leg]) => [id, legWords(leg)])).toEqual([
    ['d', 'about 9 mi'],
    ['e', 'about 9 mi'],
  ])
  expect(shown({ factors: Array.from({ length: 24 }, () => 1.5) })[0]?.[1]).toBe(
    'about 9 mi, 33 min',
  )
  const points = [
    { latitude: 30.198, longitude: -97.666 },
    { latitude: 30.275, longitude: -97.74 },
  ]
  const routed = (minutes: number) =>
    shown({
      points,
      minutes: [
        [1, minutes],
        [null, 1],
      ],
    })
  const gap = minutesUntil(labelAt(3), labelAt(4)) - 45
  expect(routed(gap + 1)[0]).toEqual(['d', `about 9 mi, ${gap + 1} min`, 'late'])
  expect(routed(gap)[0]?.[2]).toBe('tight')
  expect(routed(gap - 9)[0]?.[2]).toBe('tight')
  expect(routed(gap - 10)[0]?.[2]).toBeNull()
  // Not known by the router: estimated.
  expect(routed(gap)[1]?.[1]).toBe('about 9 mi, 22 min')
})

const minutesUntil = (from: SlotLabel, to: SlotLabel) =>
  minutesOf(startOf(slotOf(to))) - minutesOf(startOf(slotOf(from)))

test.each([
  ['08:00', 0],
  ['08:30', 0.5],
  ['09:15', 1],
  ['11:00', 2],
  ['13:30', 2.5],
  ['17:00', 5],
  ['07:59', null],
  ['17:01', null],
])('at %s the line is at %s', (clock, place) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  expect(nowPosition(hours * 60 + minutes, slotLabels)).toBe(place)
})

test("the minute of the day is in the business's zone, not the browser's", () => {
  expect(minutesOfDay(new Date('2026-11-24T15:05:00Z'), 'America/Chicago')).toBe(9 * 60 + 5)
  expect(minutesOfDay(new Date('2026-11-24T06:00:00Z'), 'America/Chicago')).toBe(0)
})

test('every place is on the map, north at the top, and a single place is in the middle', () => {
  const places = [capitol, airport, at(30.5, -98.1)].map(({ coordinates }) => coordinates)
  const { toPoint, pixelsPerMile } = fitCoordinates(places)
  for (const { x, y } of places.map(toPoint)) {
    expect(x).toBeGreaterThanOrEqual(30)
    expect(x).toBeLessThanOrEqual(mapSize.width - 30)
    expect(y).toBeGreaterThanOrEqual(30)
    expect(y).toBeLessThanOrEqual(mapSize.height - 30)
  }
  expect(toPoint(places[2]!).y).toBeLessThan(toPoint(places[1]!).y)
  expect(toPoint(places[2]!).x).toBeLessThan(toPoint(places[1]!).x)
  expect(scaleMiles(pixelsPerMile)).toBe(5)
  expect(fitCoordinates([capitol.coordinates]).toPoint(capitol.coordinates)).toEqual({
    x: 320,
    y: 200,
  })
})

test('visits at one place share a mark, labelled with the first to look for', () => {
  const stop = (label: string, place = capitol.coordinates) => ({
    label,
    place,
    letter: label[0] ?? '',
    isOpen: false,
  })
  const stops = [stop('A1'), stop('A2'), stop('B1'), stop('B2'), stop('A3', airport.coordinates)]
  expect(marksOf(stops, null).map(({ label }) => label)).toEqual(['A1 A2 +2', 'A3'])
  const marks = marksOf(stops, 'B')
  expect(marks.map(({ label, isFaint }) => [label, isFaint])).toEqual([
    ['B1 B2 +2', false],
    ['A3', true],
  ])
})

test('the day’s first drive begins at home, else at the nearest core spot, with the router’s miles where known', () => {
  const [first] = [
    { id: 'a', scheduledTime: labelAt(1), minutes: 45, ...capitol, technicianId: 'ann' },
  ] as BoardVisit[]
  const home = airport.coordinates
  const driver = { id: 'ann', home, hours: null }
  const shown = (part: Partial<DayRoad>) => {
    const road = roadOf({
      weekday: 2,
      bufferMinutes: 10,
      hours: { from: '08:00', to: '18:00' },
      starts: [
        { latitude: 30.28, longitude: -97.74 },
        { latitude: 31, longitude: -97 },
      ],
      points: [],
      minutes: [],
      factors: [],
      drivers: [driver],
      legs: [],
      ...part,
    })
    const leg = first && legsOf([first], road).get('a')
    return leg ? [legWords(leg), leg.risk, leg.isFirst] : null
  }
  expect(shown({})).toEqual(['about 9 mi, 22 min', null, true])
  const legs = [{ from: home, to: capitol.coordinates, miles: 14.2 }]
  expect(shown({ legs })?.[0]).toBe('about 14 mi, 22 min')
  expect(shown({ drivers: [{ ...driver, home: null }] })?.[0]).toMatch(/^about 0.\d mi/)
  const houston = { latitude: 29.76, longitude: -95.37 }
  expect(shown({ drivers: [{ ...driver, home: houston }] })?.[1]).toBe('late')
  // Of others a technician knows nothing.
  expect(shown({ drivers: [] })).toBeNull()
  expect(shown({ drivers: [{ ...driver, home: null }], starts: [] })).toBeNull()
})
