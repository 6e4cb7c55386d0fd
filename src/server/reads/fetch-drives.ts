import { setTimeout as sleep } from 'node:timers/promises'
import { providedRouter, services } from '#server/adapters/services.ts'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { isShuttingDown } from '#server/base/readiness.ts'
import { coalesceCalls, runInBackground } from '#server/database/coalesce-calls.ts'
import {
  afterCommit,
  insideTransaction,
  queryRows,
  readingFromPrimary,
} from '#server/database/database.ts'
import { addDays, dateRange, type LocalDate } from '#shared/rules/calendar.ts'
import { type Coordinates, milesBetween } from '#shared/rules/service-area.ts'
import { coreSpotCenters } from './core-spots.ts'
import { isActiveTechnician } from './roster.ts'
import {
  type DriveToStore,
  drivesFrom,
  hasRoomForDrives,
  type Point,
  pointOf,
  positionOf,
  storeDrives,
} from './stored-drives.ts'

type Pair = { from: Point; to: Point }

/** Technicians drive no farther between two visits; also limits the cost of wrong positions. */
const farthestMiles = 200
/** A place with its nearest others is one request in each direction. */
const nearestPlaces = 99
const mostPairsPerCall = 2_000
const requestsAtOnce = 2
/** Drives this process may ask for at once and per minute. Half of them are reserved for booked visits. */
const burst = 12_000
const perMinute = 6_000
const forBookedVisits = burst / 2
const daysFetchedAhead = 14

/** `later`: the allowance is used up; `unavailable`: the router does not answer. */
type Outcome = 'done' | 'later' | 'unavailable'

const inFlight = new Map<string, Promise<Outcome>>()
const keyOf = ({ from, to }: Pair) => `${from} ${to}`

/**
 * Fetches missing and old drives between each of `from` and each of `to`, in both directions. Resolves when they are
 * stored, or after `withinMs` while fetching continues. Never throws. Only for positions the server found itself; inside a
 * transaction, resolves at once rather than wait for the router.
 */
export async function fetchDrives(
  from: readonly Coordinates[],
  to: readonly Coordinates[],
  { withinMs }: { withinMs: number },
): Promise<void> {
  if (!services().router) return
  const fetch = () =>
    runInBackground('drives stay estimated', () => fetchPairs(pairsOf(from, to), forBookedVisits))
  if (insideTransaction()) return afterCommit(() => void fetch())
  const timer = new AbortController()
  await Promise.race([
    fetch(),
    sleep(withinMs, undefined, { signal: timer.signal }).catch(() => undefined),
  ])
  timer.abort()
}

function pairsOf(from: readonly Coordinates[], to: readonly Coordinates[]): Pair[] {
  const others = to.map(pointOf)
  return from.map(pointOf).flatMap((one) =>
    others.flatMap((other) => [
      { from: one, to: other },
      { from: other, to: one },
    ]),
  )
}

/** Fetches and stores missing drives, leaving `reserve` of the allowance unused. Throws only for the database. */
async function fetchPairs(pairs: readonly Pair[], reserve: number): Promise<Outcome> {
  const outcomes = new Set<Promise<Outcome>>()
  const fresh: Pair[] = []
  for (const pair of new Map(pairs.map((one) => [keyOf(one), one])).values()) {
    const started = inFlight.get(keyOf(pair))
    if (started) outcomes.add(started)
    else if (pair.from !== pair.to && !isUnanswered(pair)) fresh.push(pair)
  }
  if (fresh.length > 0) {
    const work = readingFromPrimary(() => fetchMissing(fresh, reserve))
    for (const pair of fresh) inFlight.set(keyOf(pair), work)
    outcomes.add(work)
    const end = () => fresh.forEach((pair) => inFlight.delete(keyOf(pair)))
    work.then(end, end)
  }
  const all = new Set(await Promise.all(outcomes))
  return all.has('unavailable') ? 'unavailable' : all.has('later') ? 'later' : 'done'
}

async function fetchMissing(pairs: readonly Pair[], reserve: number): Promise<Outcome> {
  const stored = await drivesFrom(pairs.map(({ from }) => from))
  const missing = pairs
    .filter(({ from, to }) => {
      const row = stored.get(from)
      return !row?.seconds.has(to) || row.old.has(to)
    })
    .map((pair) => ({ ...pair, miles: milesBetween(positionOf(pair.from), positionOf(pair.to)) }))
    .filter(({ miles }) => miles <= farthestMiles)
    .toSorted((one, other) => one.miles - other.miles)
  if (missing.length === 0) return 'done'
  if (!(await hasRoomForDrives())) return 'later'
  const allowed = takeAllowance(Math.min(missing.length, mostPairsPerCall), reserve)
  const answers = await Promise.all(tablesFor(missing.slice(0, allowed)).map(fetchTable))
  if (answers.includes(false)) return 'unavailable'
  return allowed < missing.length ? 'later' : 'done'
}

type Table = { from: Point[]; to: Point[] }

/** Groups pairs into few requests: places with the same destinations share one. */
function tablesFor(pairs: readonly Pair[]): Table[] {
  const destinations = new Map<Point, Point[]>()
  for (const { from, to } of pairs) {
    const known = destinations.get(from)
    if (known) known.push(to)
    else destinations.set(from, [to])
  }
  const tables = new Map<string, Table>()
  for (const [from, to] of destinations) {
    const key = to.toSorted((one, other) => one - other).join(' ')
    const table = tables.get(key)
    if (table) table.from.push(from)
    else tables.set(key, { from: [from], to })
  }
  return [...tables.values()]
}

/** Whether the router answered. */
async function fetchTable({ from, to }: Table): Promise<boolean> {
  const rows = await inTurn(() =>
    services().router?.drives(from.map(positionOf), to.map(positionOf)),
  ).catch(() => undefined)
  if (!rows) return false
  const drives: DriveToStore[] = []
  from.forEach((one, row) =>
    to.forEach((other, column) => {
      const drive = rows[row]?.[column]
      if (drive) drives.push({ from: one, to: other, ...drive })
      else markUnanswered({ from: one, to: other })
    }),
  )
  await storeDrives(drives)
  return true
}

let running = 0
const queue: (() => void)[] = []

/** Limits concurrent requests. */
async function inTurn<T>(run: () => T): Promise<Awaited<T>> {
  if (running >= requestsAtOnce) await new Promise<void>((resolve) => queue.push(resolve))
  else running += 1
  try {
    return await run()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

let allowance = { left: burst, at: 0 }

/** How many of the `wanted` drives the allowance permits now. */
function takeAllowance(wanted: number, reserve: number): number {
  const at = performance.now()
  const left = Math.min(burst, allowance.left + ((at - allowance.at) / 60_000) * perMinute)
  const taken = Math.max(0, Math.min(wanted, Math.floor(left - reserve)))
  allowance = { left: left - taken, at }
  return taken
}

/** Pairs without a road, or with an impossible answer: not asked for again within an hour. */
const unanswered = new Map<string, number>()
const unansweredMs = 3_600_000
const mostUnanswered = 20_000

function isUnanswered(pair: Pair): boolean {
  const at = unanswered.get(keyOf(pair))
  return at !== undefined && Math.abs(now().getTime() - at) < unansweredMs
}

function markUnanswered(pair: Pair): void {
  unanswered.delete(keyOf(pair))
  if (unanswered.size >= mostUnanswered) unanswered.delete(unanswered.keys().next().value ?? '')
  unanswered.set(keyOf(pair), now().getTime())
}

type Range = { from: LocalDate; to: LocalDate }

const soon = new Map<string, { day: LocalDate; place: Point }>()
const mostSoon = 2_000

const fetchSoon = coalesceCalls('drives are fetched in the night', 250, () =>
  readingFromPrimary(async () => {
    const wanted = [...soon.values()]
    soon.clear()
    for (const [day, those] of Map.groupBy(wanted, (one) => one.day)) {
      const places = await placesOf(day)
      for (const { place } of those) {
        if (isShuttingDown()) return
        const outcome = await fetchPairs(nearestPairs(place, places), 0)
        if (outcome === 'unavailable') return
      }
    }
  }),
)

/**
 * Fetches, in the background after the commit, the drives between a place and the nearest visits and starts of these
 * business-local days. The nightly task fetches any that fail.
 */
export function fetchDrivesSoon(place: Coordinates | null | undefined, range: Range): void {
  if (!place || !providedRouter()) return
  const point = pointOf(place)
  afterCommit(() => {
    for (const day of dateRange(range.from, range.to))
      if (soon.size < mostSoon) soon.set(`${day} ${point}`, { day, place: point })
    fetchSoon()
  })
}

type PlacedVisit = { serviceDate: LocalDate; latitude: number | null; longitude: number | null }

/** Fetches, in the background after the commit, the drives to and from a visit with a new time or place. */
export function fetchDrivesOfVisit({ serviceDate, latitude, longitude }: PlacedVisit): void {
  if (latitude === null || longitude === null) return
  fetchDrivesSoon({ latitude, longitude }, { from: serviceDate, to: serviceDate })
}

/** The coming days for which drives are fetched ahead. */
export const daysAhead = (): Range => {
  const from = businessToday()
  return { from, to: addDays(from, daysFetchedAhead) }
}

/** Fetches missing and old drives of the coming days; stops when the router does not answer. */
export async function refreshDrives(signal: AbortSignal): Promise<void> {
  if (!services().router) return
  const { from, to } = daysAhead()
  for (const day of dateRange(from, to)) {
    const places = await placesOf(day)
    for (const place of places) {
      for (;;) {
        signal.throwIfAborted()
        const outcome = await fetchPairs(nearestPairs(place, places), forBookedVisits)
        if (outcome === 'unavailable' || !(await hasRoomForDrives())) return
        if (outcome === 'done') break
        await sleep(refillMs, undefined, { signal })
      }
    }
  }
}

const refillMs = 5_000

function nearestPairs(place: Point, places: readonly Point[]): Pair[] {
  const here = positionOf(place)
  return places
    .filter((other) => other !== place)
    .map((other) => ({ other, miles: milesBetween(here, positionOf(other)) }))
    .toSorted((one, next) => one.miles - next.miles)
    .slice(0, nearestPlaces)
    .flatMap(({ other }) => [
      { from: place, to: other },
      { from: other, to: place },
    ])
}

const selectPlaces = {
  name: 'places-of-day',
  text: `select latitude, longitude from jobs
      where service_date = $1::date and status <> 'cancelled'
        and latitude is not null and longitude is not null
    union select home_latitude, home_longitude from users
      where ${isActiveTechnician} and home_latitude is not null and home_longitude is not null
    limit 5000`,
}

/** The places of the day's visits and technicians' starts. */
async function placesOf(day: LocalDate): Promise<Point[]> {
  const rows = await queryRows<Coordinates>(selectPlaces, [day])
  return [...new Set([...rows, ...coreSpotCenters()].map(pointOf))]
}
