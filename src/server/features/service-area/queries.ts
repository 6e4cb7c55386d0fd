import { asc } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Invalid } from '#server/http/errors.ts'
import type { CoreSpot } from '#shared/contract/service-area.ts'
import { daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { type NearbyDay, nearbyDays, type PlacedVisits } from '#shared/rules/grouped-days.ts'
import { type AreaAnswer, areaOf, findZip, type Coordinates } from '#shared/rules/service-area.ts'
import { phrase } from '#shared/texts/t.ts'
import { areaSpots } from './active-spots.ts'
import { centerOf } from './zip-centers.ts'

/** Whether the business comes to a ZIP code of five digits. */
export async function areaOfZip(zip: string): Promise<AreaAnswer> {
  return areaOf(await centerOf(zip), areaSpots())
}

/** Where an address is, by its ZIP code, and whether the business comes there. Asks no database. */
export async function locateAddress(
  address: string,
): Promise<{ coordinates: Coordinates | undefined; answer: AreaAnswer }> {
  const zip = findZip(address)
  const coordinates = zip === null ? undefined : await centerOf(zip)
  return { coordinates, answer: areaOf(coordinates, areaSpots()) }
}

/** All core spots, active or not, by name. */
export async function allCoreSpots(): Promise<CoreSpot[]> {
  return db().select().from(coreSpots).orderBy(asc(coreSpots.name), asc(coreSpots.id))
}

const longestRange = 100

/**
 * The business-local dates of a range, both included, on which visits near a ZIP code are booked; none while the
 * operator does not group visits by area. Throws Invalid for more than 100 days.
 */
export async function daysNearby(
  zip: string,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<NearbyDay[]> {
  if (daysBetween(from, to) >= longestRange)
    throw new Invalid(phrase('Please ask for at most {days} days.', { days: longestRange }))
  const { areaBooking, defaultRadiusMiles, minimumBookingsPerArea } = currentSettings()
  const here = areaBooking ? await centerOf(zip) : undefined
  if (!here) return []
  const booked = await queryRows<PlacedVisits>(placedVisits, [from, to])
  return nearbyDays(here, booked, {
    spots: areaSpots(),
    radiusMiles: defaultRadiusMiles,
    minimum: minimumBookingsPerArea,
  })
}

const placedVisits = {
  name: 'placed-visits',
  text: `select service_date::text as date, latitude, longitude, count(*)::int as visits from jobs
    where service_date between $1::date and $2::date and status <> 'cancelled'
      and latitude is not null and not needs_confirmation
    group by service_date, latitude, longitude`,
}
