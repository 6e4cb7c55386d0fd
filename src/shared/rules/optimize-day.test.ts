import { describe, expect, it, test } from 'vitest'
import { planDay, type DayVisit, type RoadDay } from './assignable-day.ts'
import { assignmentRefusal, type Driver } from './assignment.ts'
import { assignedBy, drivenBy, movesTo, routesProblem, undrivable } from './optimize-day.ts'
import type { Road } from './road.ts'
import { randomNumbers, type RoutesProblem, shortestRoutes } from './shortest-routes.ts'
import { standardSlots } from './slots.ts'
import { driver } from './test-drivers.ts'
import { minutesAway } from './travel.ts'

const road: Road = {
  drive: minutesAway,
  weekday: 1,
  bufferMinutes: 5,
  hours: { from: '08:00', to: '17:00' },
  starts: [{ latitude: 30.27, longitude: -97.74 }],
}
const [first = 0, second = 0, third = 0] = standardSlots
const north = (miles: number) => ({ latitude: 30.27 + miles / 69.09, longitude: -97.74 })
const visit = (
  id: string,
  slot: number,
  miles: number,
  technicianId: string | null,
  more: Partial<DayVisit> = {},
): DayVisit => ({
  id,
  date: '2026-11-30',
  slot,
  skill: null,
  place: north(miles),
  technicianId,
  tentativeTechnicianId: null,
  ...more,
})
const [ana, ben] = [driver('ana'), driver('ben')]
const crossed = [
  visit('1', first, 0, 'ana'),
  visit('2', first, 9, 'ben'),
  visit('3', second, 9, 'ana'),
  visit('4', second, 0, 'ben'),
]
const day = (visits: DayVisit[], technicians: Driver[] = [ana, ben]): RoadDay => ({
  visits,
  technicians,
  road,
})
const optimizeDay = (given: RoadDay, locked: ReadonlySet<string> = new Set()) =>
  assignedBy(given, shortestRoutes(routesProblem(given, locked)))
const total = (of: RoadDay, then?: ReturnType<typeof optimizeDay>) =>
  [...drivenBy(of, then).values()].reduce((sum, { minutes }) => sum + minutes, 0)

describe('two technicians whose ways cross', () => {
  it('swaps the visits after they cross', () => {
    const then = optimizeDay(day(crossed))
    expect(total(day(crossed), then)).toBeLessThan(total(day(crossed)))
    expect(then.get('1')).toBe(then.get('4'))
    expect(then.get('2')).toBe(then.get('3'))
    const reason = { kind: 'room', minutes: 1, minutesNow: 1 }
    expect(movesTo(day(crossed), then).map((move) => move.reason)).toMatchObject([
      reason,
      { kind: 'room' },
    ])
  })
  it('gives a visit to the nearest technician', () => {
    const given = day([
      ...crossed.slice(0, 2),
      visit('3', second, 9, 'ana'),
      visit('4', third, 9, 'ben'),
    ])
    expect(movesTo(given, optimizeDay(given))).toEqual([
      {
        jobId: '3',
        from: 'ana',
        to: 'ben',
        reason: { kind: 'shorter', minutes: 1, minutesNow: 29 },
      },
    ])
  })
  test.each([
    ['locked', crossed, [ana, ben], ['1', '2', '3', '4']],
    ['one locked at each time', crossed, [ana, ben], ['1', '3']],
    [
      'only one has the skill',
      crossed.map((one) =>
        one.technicianId === 'ana' ? { ...one, skill: 'diesel' as const } : one,
      ),
      [driver('ana', { skills: ['diesel'] }), ben],
      [],
    ],
    ['already short', [visit('1', first, 0, 'ana'), visit('2', second, 1, 'ana')], [ana, ben], []],
  ])('nothing changes: %s', (_, visits, technicians, locked) => {
    const given = day(visits, technicians)
    expect(movesTo(given, optimizeDay(given, new Set(locked)))).toEqual([])
  })
  it('never moves two visits to a technician who cannot be at both', () => {
    const beyond = [visit('1', first, 40, 'ana'), visit('2', second, 70, 'ana')]
    const given = day(beyond, [ana, driver('ben', { home: north(40) })])
    expect(movesTo(given, optimizeDay(given))).toEqual([])
  })
  it('gives a visit without a technician to the nearest one, or leaves it if no one can', () => {
    const given = day([
      ...crossed.slice(0, 2),
      visit('5', second, 8, null),
      visit('6', third, 1, null, { skill: 'diesel' }),
    ])
    const then = optimizeDay(given)
    expect(then.get('5')).toBe('ben')
    expect(then.get('6')).toBeNull()
    expect(movesTo(given, then)).toEqual([
      { jobId: '5', from: null, to: 'ben', reason: { kind: 'placed', minutes: 4 } },
    ])
  })
})

/** A day with technicians and visits at random places, each without a technician or with one who can be there in time. */
function randomDay(seed: number, most: { technicians: number; visits: number; isPlain: boolean }) {
  const random = randomNumbers(seed)
  const one = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const place = () => ({
    latitude: 30.27 + (random() - 0.5) * 0.35,
    longitude: -97.74 + (random() - 0.5) * 0.35,
  })
  const technicians = Array.from({ length: one(1, most.technicians) }, (_, at) =>
    driver(`t${at}`, {
      home: random() < 0.8 ? place() : null,
      ...(!most.isPlain && {
        skills: random() < 0.5 ? (['diesel'] as const) : [],
        workingHours:
          random() < 0.2 ? Array.from({ length: 7 }, () => ({ from: '09:00', to: '17:00' })) : null,
      }),
    }),
  )
  const visits: DayVisit[] = []
  const wanted = Math.min(most.visits, technicians.length * 5)
  for (let n = 0; n < wanted; n++) {
    const slot = standardSlots[one(0, 4)] ?? 0
    const wish = visit(`v${String(n).padStart(3, '0')}`, slot, 0, null, {
      place: place(),
      skill: !most.isPlain && random() < 0.2 ? 'diesel' : null,
    })
    const able = technicians.filter((who) => assignmentRefusal(who, wish, visits, road) === null)
    const who = able[one(0, able.length - 1)]
    if (who) visits.push({ ...wish, technicianId: who.id })
    else if (!most.isPlain && random() < 0.3) visits.push(wish)
  }
  return day(visits, technicians)
}

const unplacedCost = 1e6
const costOf = (given: RoadDay, then: ReturnType<typeof optimizeDay>) =>
  total(given, then) + [...then.values()].filter((who) => who === null).length * unplacedCost

/** The least cost by trying every technician for every visit, in order. */
function leastOfAll({ first: home, between, together, may, now }: RoutesProblem): number {
  let least = Infinity
  const routes: number[][] = home.map(() => [])
  const next = (stop: number, cost: number) => {
    if (cost >= least) return
    if (stop === now.length) return void (least = cost)
    home.forEach((to, technician) => {
      const route = routes[technician] ?? []
      if (!may[technician]?.[stop] || !route.every((one) => together[one]?.[stop])) return
      const last = route.at(-1)
      const drive = (last === undefined ? to : between[last])?.[stop] ?? 0
      route.push(stop)
      next(stop + 1, cost + drive)
      route.pop()
    })
    if (now[stop] === -1) next(stop + 1, cost + unplacedCost)
  }
  next(0, 0)
  return least
}

/**
 * The least cost where everybody may take every visit, as a flow from starts through visits, one shortest path after another
 * (Bellman-Ford). Visits that follow each other are possible; so at most the exact cost.
 */
function leastFlow({ first: home, between, together, now }: RoutesProblem): number {
  const [source, sink, count] = [0, 1, now.length]
  const before = (at: number) => 2 + at
  const after = (at: number) => 2 + count + at
  const edges: { from: number; to: number; cost: number; isFree: boolean }[] = []
  const edge = (from: number, to: number, cost: number) =>
    edges.push({ from, to, cost, isFree: true }, { from: to, to: from, cost: -cost, isFree: false })
  const homes = home.map((_, at) => 2 + 2 * count + at)
  homes.forEach((node, who) => {
    edge(source, node, 0)
    for (let at = 0; at < count; at++) edge(node, before(at), home[who]?.[at] ?? 0)
  })
  for (let at = 0; at < count; at++) {
    edge(source, after(at), 0)
    edge(before(at), sink, 0)
    for (let later = at + 1; later < count; later++)
      if (together[at]?.[later]) edge(after(at), before(later), between[at]?.[later] ?? 0)
  }
  let least = 0
  for (let flow = 0; flow < count; flow++) {
    const far = Array.from({ length: 2 + 2 * count + home.length }, () => Infinity)
    const by: (number | undefined)[] = []
    far[source] = 0
    for (let isShorter = true; isShorter;) {
      isShorter = false
      edges.forEach(({ from, to, cost, isFree }, at) => {
        const through = (far[from] ?? 0) + cost
        if (!isFree || through >= (far[to] ?? 0)) return
        far[to] = through
        by[to] = at
        isShorter = true
      })
    }
    least += far[sink] ?? 0
    for (let node = sink; node !== source;) {
      const at = by[node] ?? 0
      const [used, back] = [edges[at], edges[at ^ 1]]
      if (!used || !back) throw new Error('No path.')
      used.isFree = false
      back.isFree = true
      node = used.from
    }
  }
  return least
}

const small = { technicians: 4, visits: 10, isPlain: false }
const large = { technicians: 20, visits: 70, isPlain: true }
const seeds = Array.from({ length: 100 }, (_, at) => at + 1)

describe('200 random days', () => {
  test.each([
    ['small, with skills and hours', small, leastOfAll],
    ['large', large, leastFlow],
  ])('at most 3 percent above the exact optimum: %s', (_, most, exact) => {
    for (const seed of seeds) {
      const given = randomDay(seed, most)
      const then = optimizeDay(given)
      const least = exact(routesProblem(given, new Set()))
      expect(costOf(given, then), `day ${seed}`).toBeLessThanOrEqual(
        least + 0.03 * (least % unplacedCost),
      )
      expect(costOf(given, then), `day ${seed}`).toBeGreaterThanOrEqual(least)
    }
  })

  test.each([
    ['small', small],
    ['large', large],
  ])('never worse, drivable, locked visits stay, twice the same: %s', (_, most) => {
    for (const seed of seeds.slice(0, 40)) {
      const given = randomDay(seed, most)
      const random = randomNumbers(seed)
      const locked = new Set(given.visits.filter(() => random() < 0.3).map(({ id }) => id))
      const then = optimizeDay(given, locked)
      const now = new Map(given.visits.map(({ id, technicianId }) => [id, technicianId]))
      expect(costOf(given, then), `day ${seed}`).toBeLessThanOrEqual(costOf(given, now))
      expect(undrivable(given, then), `day ${seed}`).toEqual([])
      for (const { id, technicianId } of given.visits)
        if (technicianId && locked.has(id)) expect(then.get(id)).toBe(technicianId)
        else if (technicianId) expect(then.get(id)).not.toBeNull()
      expect(optimizeDay(given, locked)).toEqual(then)
    }
  })

  it('places every visit the day’s plan can place', () => {
    for (const seed of seeds.slice(0, 40)) {
      const { visits, ...more } = randomDay(seed, small)
      const given = {
        ...more,
        visits: visits.map((one, at) => (at % 3 ? one : { ...one, technicianId: null })),
      }
      const planned = [...planDay(given).visitsOf.values()].flat().length
      const placed = [...optimizeDay(given).values()].filter((who) => who !== null).length
      expect(placed, `day ${seed}`).toBeGreaterThanOrEqual(planned)
    }
  })
})
