import { desc, lt, lte, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, listen, notifyAll, queryRow, queryRows } from '#server/database/database.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { travelTimes } from '#server/database/tables/travel-times.ts'
import { statement } from '#server/database/statement.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'

/** A position in thousandths of a degree, about 110 yards, as one number. */
export type Point = number

const perDegree = 1000
const columns = 360 * perDegree + 1
const north = 90 * perDegree
const east = 180 * perDegree

export const pointOf = ({ latitude, longitude }: Coordinates): Point =>
  (Math.round(latitude * perDegree) + north) * columns + Math.round(longitude * perDegree) + east

/** Thousandths of a degree. */
const latitudeOf = (point: Point) => Math.floor(point / columns) - north
const longitudeOf = (point: Point) => (point % columns) - east

export const positionOf = (point: Point): Coordinates => ({
  latitude: latitudeOf(point) / perDegree,
  longitude: longitudeOf(point) / perDegree,
})

/** The stored drives from one point: seconds to others, and which ones are old enough to fetch again. */
type DrivesFrom = { seconds: Map<Point, number>; old: Set<Point>; readAt: number }

export type DriveToStore = { from: Point; to: Point; seconds: number; meters: number }

const dayMs = 86_400_000
const daysUntilOld = 90
/** A row may be cached this long if another process's notification is lost. */
const longestMs = 10 * 60_000
const mostCached = 400_000
/** About 100 MB with its index. */
const mostStored = 1_000_000

const cache = new Map<Point, DrivesFrom>()
let cached = 0
/** Incremented by each change, so that a read begun before it is not cached. */
let changes = 0
let counted: { rows: number; at: number } | undefined

const isRecent = (at: number) => Math.abs(now().getTime() - at) < longestMs

/** The stored drives from each point, in one statement for those not cached. */
export async function drivesFrom(
  points: Iterable<Point>,
): Promise<ReadonlyMap<Point, Readonly<DrivesFrom>>> {
  const found = new Map<Point, DrivesFrom>()
  const missing: Point[] = []
  for (const point of new Set(points)) {
    const row = cache.get(point)
    if (row && isRecent(row.readAt)) found.set(point, row)
    else missing.push(point)
  }
  if (missing.length === 0) return found
  const before = changes
  for (const [point, row] of await readDrives(missing)) {
    found.set(point, row)
    if (before === changes) cacheRow(point, row)
  }
  return found
}

type Stored = {
  latitude: number
  longitude: number
  latitudes: number[]
  longitudes: number[]
  seconds: number[]
  old: boolean[]
}

const selectDrives = {
  name: 'stored-drives',
  text: `select from_latitude as latitude, from_longitude as longitude,
      array_agg(to_latitude) as latitudes, array_agg(to_longitude) as longitudes,
      array_agg(seconds) as seconds, array_agg(fetched_at < $3::timestamptz) as old
    from travel_times
      join unnest($1::int[], $2::int[]) as p(latitude, longitude)
        on from_latitude = p.latitude and from_longitude = p.longitude
    group by 1, 2`,
}

async function readDrives(points: readonly Point[]): Promise<Map<Point, DrivesFrom>> {
  const at = now().getTime()
  const rows = await queryRows<Stored>(selectDrives, [
    points.map(latitudeOf),
    points.map(longitudeOf),
    new Date(at - daysUntilOld * dayMs),
  ])
  const found = new Map(
    points.map((point): [Point, DrivesFrom] => [
      point,
      { seconds: new Map(), old: new Set(), readAt: at },
    ]),
  )
  for (const row of rows) {
    const drives = found.get(toPoint(row.latitude, row.longitude))
    row.seconds.forEach((seconds, index) => {
      const to = toPoint(row.latitudes[index] ?? 0, row.longitudes[index] ?? 0)
      drives?.seconds.set(to, seconds)
      if (row.old[index]) drives?.old.add(to)
    })
  }
  return found
}

type Meters = {
  fromLatitude: number
  fromLongitude: number
  toLatitude: number
  toLongitude: number
  meters: number
}

/** The meters of those drives that are stored; not cached, as only few are asked for. */
export async function metersBetween(
  pairs: readonly (readonly [Point, Point])[],
): Promise<{ from: Point; to: Point; meters: number }[]> {
  const [from, to] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const rows = await queryRows<Meters>(selectMeters, [
    from.map(latitudeOf),
    from.map(longitudeOf),
    to.map(latitudeOf),
    to.map(longitudeOf),
  ])
  return rows.map((row) => ({
    from: toPoint(row.fromLatitude, row.fromLongitude),
    to: toPoint(row.toLatitude, row.toLongitude),
    meters: row.meters,
  }))
}

const selectMeters = {
  name: 'stored-meters',
  text: `select from_latitude, from_longitude, to_latitude, to_longitude, meters
    from travel_times join unnest($1::int[], $2::int[], $3::int[], $4::int[])
      as p(from_latitude, from_longitude, to_latitude, to_longitude)
      using (from_latitude, from_longitude, to_latitude, to_longitude)`,
}

const toPoint = (latitude: number, longitude: number): Point =>
  (latitude + north) * columns + longitude + east

// An empty row takes about as much memory as a drive.
const sizeOf = ({ seconds }: DrivesFrom) => seconds.size + 1

function cacheRow(point: Point, row: DrivesFrom): void {
  dropRow(point)
  cache.set(point, row)
  cached += sizeOf(row)
  for (const oldest of cache.keys()) {
    if (cached <= mostCached) return
    dropRow(oldest)
  }
}

function dropRow(point: Point): void {
  const row = cache.get(point)
  if (row) cached -= sizeOf(row)
  cache.delete(point)
}

type DriveColumns = {
  fromLatitudes: number[]
  fromLongitudes: number[]
  toLatitudes: number[]
  toLongitudes: number[]
  seconds: number[]
  meters: number[]
  fetchedAt: Date
}

const insertDrives = statement<never, DriveColumns>(
  'store-drives',
  ($) => `insert into travel_times (from_latitude, from_longitude, to_latitude, to_longitude,
      seconds, meters, source, fetched_at)
    select *, 'router', ${$.fetchedAt}::timestamptz
    from unnest(${$.fromLatitudes}::int[], ${$.fromLongitudes}::int[], ${$.toLatitudes}::int[],
      ${$.toLongitudes}::int[], ${$.seconds}::int[], ${$.meters}::int[])
    on conflict (from_latitude, from_longitude, to_latitude, to_longitude) do update
      set seconds = excluded.seconds, meters = excluded.meters, source = excluded.source,
        fetched_at = excluded.fetched_at`,
)

const channel = 'travel_times'
const thisProcess = crypto.randomUUID()
/** Fits into a notification of 8,000 bytes. */
const pointsPerNotification = 500

/** Stores drives fetched just now, for all processes. */
export async function storeDrives(fetched: readonly DriveToStore[]): Promise<void> {
  if (fetched.length === 0) return
  // In order, so that two processes with the same drives queue instead of deadlocking.
  const drives = fetched.toSorted((one, other) => one.from - other.from || one.to - other.to)
  await queryRows(insertDrives, {
    fromLatitudes: drives.map(({ from }) => latitudeOf(from)),
    fromLongitudes: drives.map(({ from }) => longitudeOf(from)),
    toLatitudes: drives.map(({ to }) => latitudeOf(to)),
    toLongitudes: drives.map(({ to }) => longitudeOf(to)),
    seconds: drives.map(({ seconds }) => seconds),
    meters: drives.map(({ meters }) => meters),
    fetchedAt: now(),
  })
  changes += 1
  if (counted) counted.rows += drives.length
  for (const { from, to, seconds } of drives) {
    const row = cache.get(from)
    if (!row) continue
    if (!row.seconds.has(to)) cached += 1
    row.seconds.set(to, seconds)
    row.old.delete(to)
  }
  const points = [...new Set(drives.map(({ from }) => from))]
  const payloads: string[] = []
  for (let at = 0; at < points.length; at += pointsPerNotification)
    payloads.push([thisProcess, ...points.slice(at, at + pointsPerNotification)].join(' '))
  await notifyAll(channel, payloads)
}

/** Whether another drive may be stored; counted every ten minutes. */
export async function hasRoomForDrives(): Promise<boolean> {
  if (!counted || !isRecent(counted.at)) {
    const row = await queryRow<{ rows: number }>(countDrives)
    counted = { rows: row?.rows ?? 0, at: now().getTime() }
  }
  return counted.rows < mostStored
}

const countDrives = {
  name: 'count-drives',
  text: `select count(*)::int as rows from (select from travel_times limit ${mostStored}) t`,
}

const retentionDays = 180

/** Deletes expired drives, and the oldest ones beyond three quarters of the limit. */
export async function purgeDrives(signal: AbortSignal): Promise<void> {
  const [beyond] = await db()
    .select({ fetchedAt: travelTimes.fetchedAt })
    .from(travelTimes)
    .orderBy(desc(travelTimes.fetchedAt))
    .offset(mostStored * 0.75)
    .limit(1)
  const old = new Date(now().getTime() - retentionDays * dayMs)
  const where = beyond
    ? or(lt(travelTimes.fetchedAt, old), lte(travelTimes.fetchedAt, beyond.fetchedAt))
    : lt(travelTimes.fetchedAt, old)
  await deleteInBatches(travelTimes, where, signal)
  counted = undefined
}

/** Makes this process read all drives again. */
export function invalidateDrives(): void {
  cache.clear()
  cached = 0
  changes += 1
  counted = undefined
}

/** Subscribes this process to drives stored by others. */
export async function subscribeToDrives(): Promise<void> {
  await listen(channel, dropChanged, { onReconnect: invalidateDrives })
}

function dropChanged(payload: string): void {
  const [by, ...points] = payload.split(' ')
  if (by === thisProcess) return
  for (const point of points) dropRow(Number(point))
  changes += 1
}
