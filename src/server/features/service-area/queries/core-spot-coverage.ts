import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import type { Coverage, Covered, ZipCenter } from '#shared/contract/core-spots.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { changesAfter, type RateChange } from '#shared/rules/dated-values.ts'
import {
  areaOf,
  type Box,
  boxAround,
  type Coordinates,
  type CoreSpot,
  milesBeyond,
} from '#shared/rules/service-area.ts'
import { centersIn, cityOfZip } from '../zip-codes.ts'
import { allCoreSpots } from '../queries.ts'

/** All core spots by name, each with its version and what it covers. */
export async function spotsWithCoverage() {
  const spots = await db().select().from(coreSpots)
  const stored = new Map(spots.map((spot) => [spot.id, spot]))
  const all = await allCoreSpots()
  return Promise.all(
    all.map(async (spot) => ({
      ...spot,
      version: stored.get(spot.id)?.version ?? 1,
      ...laterRates(stored.get(spot.id)?.taxRateChanges ?? []),
      coverage: await coverageOf(spot, spot.id),
    })),
  )
}

function laterRates(changes: readonly RateChange[]) {
  const ahead = changesAfter(changes, businessToday())
  return (
    ahead.length > 0 && {
      taxRateChanges: ahead.map(({ from, value }) => ({ from, rateBp: value })),
    }
  )
}

/** What a circle covers, and what of it would be outside without it; the spot `except` is not one of the others. */
export async function coverageOf(spot: CoreSpot, except?: string): Promise<Coverage> {
  const others = (await allCoreSpots()).filter(({ id, isActive }) => isActive && id !== except)
  const box = boxAround(spot, spot.radiusMiles)
  const isIn = (place: Coordinates) => milesBeyond(place, spot) <= 0
  const zips = (await centersIn(box)).filter(isIn)
  const visits = (await visitsIn(box)).filter(isIn)
  // Without any spot the business comes everywhere.
  const isOnlyHere = (place: Coordinates) => areaOf(place, others) === 'outside'
  return {
    ...count(zips, visits),
    only: count(zips.filter(isOnlyHere), visits.filter(isOnlyHere)),
    others: others.length,
  }
}

type Visits = Coordinates & { customerId: string; ahead: number }

const count = (zips: readonly unknown[], visits: readonly Visits[]): Covered => ({
  zipCodes: zips.length,
  customers: new Set(visits.map(({ customerId }) => customerId)).size,
  visitsAhead: visits.reduce((sum, { ahead }) => sum + ahead, 0),
})

const daysBack = 365

type Wanted = Box & { today: LocalDate; since: LocalDate }
const visiting = statement<Visits, Wanted>(
  'visits-in-box',
  ($) => `select customer_id, latitude, longitude,
          count(*) filter (where service_date >= ${$.today}::date and status <> 'completed')::int as ahead
        from jobs
        where service_date >= ${$.since}::date and status <> 'cancelled' and not needs_confirmation
          and latitude between ${$.south} and ${$.north} and longitude between ${$.west} and ${$.east}
        group by customer_id, latitude, longitude`,
)

/** Where customers had their visits within a year, or will have them. */
function visitsIn(box: Box): Promise<Visits[]> {
  const today = businessToday()
  return queryRows(visiting, { ...box, today, since: addDays(today, -daysBack) })
}

const mostDrawn = 2000

/** Centers of ZIP codes with their cities; of too many every second, third … */
export async function drawnCenters(box: Box): Promise<ZipCenter[]> {
  const all = await centersIn(box)
  const step = Math.ceil(all.length / mostDrawn)
  return Promise.all(
    all
      .filter((_, at) => at % step === 0)
      .map(async (center) => ({ ...center, city: (await cityOfZip(center.zip))?.city ?? '' })),
  )
}
