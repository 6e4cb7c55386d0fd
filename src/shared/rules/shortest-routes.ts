import { minCostMatching } from './min-cost-matching.ts'

/** Stops in order of their start, by index, and drivers by index; minutes. Plain data, for worker threads. */
export type RoutesProblem = {
  starts: readonly number[]
  /** By driver and stop: the day's first drive. */
  first: readonly (readonly number[])[]
  /** By stop and later stop. */
  between: readonly (readonly number[])[]
  /** By stop and later stop: whether one driver can make both. */
  together: readonly (readonly boolean[])[]
  /** By driver and stop. */
  may: readonly (readonly boolean[])[]
  /** The present driver of each stop; -1 for none. */
  now: readonly number[]
  /** Stops that stay with their driver. */
  locked: readonly boolean[]
}

const none = -1
const impossible = 1e12
/** Costs of a stop without a driver: far above any minutes, and highest for a stop that has one now. */
const unplaced = 1e6
const dropped = 1e9
/** Less than a minute on the largest day, so of equal routes those with the fewest changes win. */
const change = 1e-4

/** Whether all routes can be driven, locked stops stay with their driver, and no stop has lost its driver. */
export function areDrivable(problem: RoutesProblem, driverOf: readonly number[]): boolean {
  return driverOf.every((driver, stop) =>
    driver === none
      ? problem.now[stop] === none
      : takes(problem, driver, stop) &&
        driverOf.every(
          (other, at) => other !== driver || at === stop || fits(problem, driver, at, stop),
        ),
  )
}

/** Present routes may stay as they are, even those that no one can drive. */
const fits = ({ together, now }: RoutesProblem, driver: number, one: number, other: number) =>
  Boolean(one < other ? together[one]?.[other] : together[other]?.[one]) ||
  (now[one] === driver && now[other] === driver)

const takes = ({ now, locked, may }: RoutesProblem, driver: number, stop: number) =>
  now[stop] === driver || (!locked[stop] && Boolean(may[driver]?.[stop]))

/**
 * The driver of each stop, -1 for none, so that all drives together take the least minutes; times stay. Stops without a
 * driver get one if they can. Never worse than now; the same problem always has the same answer.
 *
 * Times are fixed, so the best choice for all stops of one start, and the best exchange of all routes' ends after one
 * moment, are matchings. Both are repeated until nothing improves: from the present routes, and from the matching of every
 * stop to the one before it, which is the optimum itself where every driver may take every stop. `found` are routes that somebody
 * else found: only they are improved.
 */
export function shortestRoutes(problem: RoutesProblem, found?: readonly number[]): number[] {
  const { starts, now, locked, between, together, first } = problem
  const drivers = first.map((_, driver) => driver)
  const stops = starts.map((_, stop) => stop)
  const moments = [...new Set(starts)]
  const groups = moments.map((moment) => stops.filter((stop) => starts[stop] === moment))

  const link = (driver: number, from: number | undefined, to: number | undefined) =>
    to === undefined ? 0 : ((from === undefined ? first[driver] : between[from])?.[to] ?? 0)
  const changed = (driver: number, stop: number) => (now[stop] === driver ? 0 : change)
  const without = (stop: number) => (now[stop] === none ? unplaced : dropped)

  const routesOf = (driverOf: readonly number[]) => {
    const routes: number[][] = drivers.map(() => [])
    for (const stop of stops) routes[driverOf[stop] ?? none]?.push(stop)
    return routes
  }
  const costOf = (driverOf: readonly number[]) => {
    let cost = 0
    for (const stop of stops) {
      const driver = driverOf[stop] ?? none
      cost += driver === none ? without(stop) : changed(driver, stop)
    }
    routesOf(driverOf).forEach((route, driver) =>
      route.forEach((stop, at) => (cost += link(driver, route[at - 1], stop))),
    )
    return cost
  }

  /** The best drivers for all stops of one start, the others unchanged. */
  function matchGroup(driverOf: readonly number[], group: readonly number[]): number[] {
    const next = [...driverOf]
    const free = group.filter((stop) => !locked[stop])
    for (const stop of free) next[stop] = none
    const routes = routesOf(next)
    const costs = free.map((stop) => [
      ...drivers.map((driver) => {
        const route = routes[driver] ?? []
        if (
          !takes(problem, driver, stop) ||
          !route.every((other) => fits(problem, driver, stop, other))
        )
          return impossible
        const before = route.findLast((other) => other < stop)
        const after = route.find((other) => other > stop)
        const added = link(driver, before, stop) + link(driver, stop, after)
        return added - link(driver, before, after) + changed(driver, stop)
      }),
      ...free.map(() => without(stop)),
    ])
    minCostMatching(costs).forEach((column, at) => {
      if (column < drivers.length) next[free[at] ?? 0] = column
    })
    return next
  }

  /** The best exchange of what each driver does from a moment on. */
  function matchEnds(driverOf: readonly number[], moment: number): number[] {
    const routes = routesOf(driverOf)
    const heads = routes.map((route) => route.filter((stop) => (starts[stop] ?? 0) < moment))
    const ends = routes.map((route) => route.filter((stop) => (starts[stop] ?? 0) >= moment))
    const costs = ends.map((end, owner) =>
      drivers.map((driver) => {
        const head = heads[driver] ?? []
        const isPossible =
          driver === owner ||
          end.every(
            (stop) =>
              takes(problem, driver, stop) &&
              [...head, ...end].every(
                (other) => other === stop || fits(problem, driver, other, stop),
              ),
          )
        if (!isPossible) return impossible
        const changes = end.reduce((sum, stop) => sum + changed(driver, stop), 0)
        return link(driver, head.at(-1), end[0]) + changes
      }),
    )
    const next = [...driverOf]
    minCostMatching(costs).forEach((driver, owner) => {
      for (const stop of ends[owner] ?? []) next[stop] = driver
    })
    return next
  }

  function improved(from: readonly number[]): { driverOf: readonly number[]; cost: number } {
    let best = { driverOf: from, cost: costOf(from) }
    for (let isBetter = true; isBetter;) {
      isBetter = false
      const attempts = [
        ...groups.map((group) => () => matchGroup(best.driverOf, group)),
        ...moments.map((moment) => () => matchEnds(best.driverOf, moment)),
      ]
      for (const attempt of attempts) {
        const driverOf = attempt()
        const cost = costOf(driverOf)
        if (cost >= best.cost - change / 2) continue
        best = { driverOf, cost }
        isBetter = true
      }
    }
    return best
  }

  /** Each stop after the cheapest driver or other stop, as if every driver could follow; stops that cannot have none. */
  function matchAll(): { driverOf: number[]; least: number } {
    const costs = stops.map((stop) => [
      ...drivers.map((driver) =>
        takes(problem, driver, stop) ? link(driver, undefined, stop) : impossible,
      ),
      ...stops.map((before) => {
        const driver = now[stop] ?? none
        const isNow = driver !== none && now[before] === driver
        const isPossible = before < stop && (together[before]?.[stop] || isNow)
        const isSplit = locked[before] && locked[stop] && !isNow
        return isPossible && !isSplit
          ? (between[before]?.[stop] ?? 0) - (isNow ? change : 0)
          : impossible
      }),
      ...stops.map(() => without(stop)),
    ])
    const found = minCostMatching(costs)
    const least = found.reduce((sum, column, stop) => sum + (costs[stop]?.[column] ?? 0), 0)
    const driverOf: number[] = []
    const routes: number[][] = drivers.map(() => [])
    for (const stop of stops) {
      const column = found[stop] ?? none
      const follows = column < drivers.length ? column : (driverOf[column - drivers.length] ?? none)
      const driver = locked[stop] ? (now[stop] ?? none) : follows
      const route = routes[driver]
      const isPossible =
        locked[stop] ||
        (route &&
          takes(problem, driver, stop) &&
          route.every((other) => fits(problem, driver, other, stop)))
      driverOf.push(isPossible ? driver : none)
      if (isPossible) route?.push(stop)
    }
    // Locked stops stay, so what came before them may have to go.
    for (const stop of stops)
      if (!locked[stop]) {
        const driver = driverOf[stop] ?? none
        const others = stops.filter((other) => locked[other] && driverOf[other] === driver)
        if (driver !== none && !others.every((other) => fits(problem, driver, stop, other)))
          driverOf[stop] = none
      }
    return { driverOf, least }
  }

  if (found) {
    const better = improved(found)
    return [...(better.cost < costOf(now) - change / 2 ? better.driverOf : now)]
  }
  const all = matchAll()
  let best = improved(now)
  const other = improved(all.driverOf)
  if (other.cost < best.cost) best = other
  const random = randomNumbers()
  const rounds = Math.min(60, Math.max(6, Math.round(3000 / Math.max(1, stops.length))))
  // Changes cost almost nothing: at the least minutes, there is nothing left to find.
  for (let round = 0; round < rounds && best.cost >= all.least + 1; round++) {
    const share = 0.15 + 0.35 * random()
    let driverOf = best.driverOf.map((driver, stop) =>
      !locked[stop] && random() < share ? none : driver,
    )
    for (const group of groups.toSorted(() => random() - 0.5))
      driverOf = matchGroup(driverOf, group)
    const found = improved(driverOf)
    if (found.cost < best.cost) best = found
  }
  return [...best.driverOf]
}

/** Numbers from 0 to 1, always the same ones (Mulberry32). */
export function randomNumbers(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
