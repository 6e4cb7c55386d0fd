import { asc, eq } from 'drizzle-orm'
import type { House } from '#server/adapters/geocoder/port.ts'
import { services } from '#server/adapters/services.ts'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Invalid } from '#server/http/errors.ts'
import type { CoreSpot } from '#shared/contract/service-area.ts'
import { daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { type NearbyDay, nearbyDays, type LocatedVisits } from '#shared/rules/grouped-days.ts'
import {
  type Address,
  findZip,
  formatAddress,
  hasUnknownState,
  lineProblem,
  parseAddress,
  tidyLine,
  type CityAndState,
} from '#shared/rules/address.ts'
import {
  type AreaAnswer,
  areaOf,
  areaOfAny,
  type Coordinates,
  milesBetween,
  remoteMiles,
} from '#shared/rules/service-area.ts'
import type { Location } from '#shared/rules/road.ts'
import { goesOnAfterStreet, sameStreet } from '#shared/rules/streets.ts'
import { type Phrase, phrase, phraseOf } from '#shared/texts/t.ts'
import { changesAfter, valueOn } from '#shared/rules/dated-values.ts'
import { spotAt, type TaxMode } from '#shared/rules/sales-tax.ts'
import { areaSpots, coreSpotCenters } from '#server/reads/core-spots.ts'
import { centerOf, cityOfZip, zipsOf } from './zip-codes.ts'

/** All core spots, also those that are switched off. */
export const storedCoreSpots = () => db().select().from(coreSpots)

/** Whether the business serves a five-digit ZIP code. */
export async function areaOfZip(zip: string): Promise<AreaAnswer> {
  const center = await centerOf(zip)
  return center ? areaOf(center, areaSpots()) : areaOfBox(zip)
}

/** The answer for a ZIP code without an area, such as a post office's: as far away as its city, or else its state. */
async function areaOfBox(zip: string): Promise<AreaAnswer> {
  const place = await cityOfZip(zip)
  if (!place) return 'unknown'
  const ofCity = await centersOf(await zipsOf(place.state, place.city))
  return areaOfAny(
    ofCity.length > 0 ? ofCity : await centersOf(await zipsOf(place.state)),
    areaSpots(),
  )
}

async function centersOf(zips: readonly string[]): Promise<Coordinates[]> {
  const centers = await Promise.all(zips.map((zip) => centerOf(zip)))
  return centers.filter((center) => center !== undefined)
}

/** Describes a five-digit ZIP code. Territories have no city and no state here. */
export async function describeZip(zip: string) {
  const place = await cityOfZip(zip)
  const exists = place !== undefined || (await centerOf(zip)) !== undefined
  return { zip, exists, city: place?.city ?? null, state: place?.state ?? null }
}

/** A stored address, its location if known, and whether the business serves it. */
type Located = {
  serviceAddress: string
  coordinates: Coordinates | undefined
  answer: AreaAnswer
}

/**
 * Locates a one-line address by its ZIP code, without the database. Missing city and state come from the ZIP code. Throws
 * Invalid, naming the `field`, without a house number, or when the ZIP code does not exist or is in another state.
 */
export async function locateAddress(line: string, field = 'serviceAddress'): Promise<Located> {
  const atAddress = (message: Phrase) => Invalid.at(field, message)
  const problem = lineProblem(line)
  if (problem) throw atAddress(phraseOf(problem))
  const zip = findZip(line) ?? ''
  const { exists } = await describeZip(zip)
  if (!exists) throw atAddress(phrase('There is no ZIP code {zip}. Please check it.', { zip }))
  const coordinates = await centerOf(zip)
  const place = await cityOfZip(zip)
  const { state } = parseAddress(tidyLine(line), place)
  if (place && (state ? state !== place.state : hasUnknownState(tidyLine(line), place)))
    throw atAddress(phrase('{zip} is in {state}.', { zip, state: place.state }))
  const serviceAddress = completeLine(tidyLine(line), place)
  if (!serviceAddress) throw atAddress(phrase('Please enter city and state too.'))
  return {
    serviceAddress,
    coordinates,
    answer: await areaOfZip(zip),
  }
}

/** Adds city and state only where the address leaves them to the ZIP code; undefined if they are unknown. */
function completeLine(line: string, place: CityAndState | undefined): string | undefined {
  const address = parseAddress(line, place)
  // A town not set off by a comma is part of the street.
  if (address.state && (address.city || goesOnAfterStreet(address.street))) return line
  const { city, state } = {
    ...place,
    ...(address.city && { city: address.city }),
    ...(address.state && { state: address.state }),
  }
  if (!city || !state) return undefined
  return formatAddress({ ...address, city, state })
}

/** Only the widest ZIP codes of Alaska and the deserts reach further from their center. */
const farthestMiles = 30

/**
 * The location of a one-line address, if the map has a house with its number, street and ZIP code near the ZIP code's
 * center. Throws GeocoderUnavailable.
 */
export async function findHouse(line: string): Promise<Coordinates | undefined> {
  const { geocoder } = services()
  const zip = findZip(line) ?? ''
  const center = await centerOf(zip)
  if (!geocoder || !center) return undefined
  const address = parseAddress(line, await cityOfZip(zip))
  const searched = formatAddress({ ...address, unit: '' })
  const houses = await geocoder.findHouses(searched, { limit: 5, near: center })
  return houses.find(
    (house) =>
      isHouseOf(house, address) &&
      house.zip === zip &&
      milesBetween(house.coordinates, center) <= farthestMiles,
  )?.coordinates
}

function isHouseOf(house: House, { street }: Address): boolean {
  const [, number = '', name = ''] = /^#?(\S+)\s+(.*)$/.exec(street.trim()) ?? []
  return number.toLowerCase() === house.houseNumber.toLowerCase() && sameStreet(name, house.street)
}

/**
 * Sales tax on a visit on a business-local day at a place: the rate in basis points, null when none is charged, and what it
 * applies to.
 */
export function salesTaxAt(
  place: Coordinates | undefined,
  day: LocalDate,
): { taxRateBp: number | null; mode: TaxMode } {
  const { salesTaxEnabled, salesTaxRateBp, salesTaxRateChanges, taxMode } = currentSettings()
  const spot = spotAt(place, coreSpotCenters())
  const mode = spot?.taxMode ?? taxMode
  if (!salesTaxEnabled || mode === 'none') return { taxRateBp: null, mode: 'none' }
  const usual = valueOn(salesTaxRateBp, salesTaxRateChanges, day)
  return { mode, taxRateBp: (spot && valueOn(spot.taxRateBp, spot.taxRateChanges, day)) ?? usual }
}

const salesTaxRateAt = (place: Coordinates | undefined, day: LocalDate): number | null =>
  salesTaxAt(place, day).taxRateBp

/**
 * The rate at a place today in basis points, null when none is charged, what it applies to, and the rates that begin later, earliest first, if any
 * are planned.
 */
export function ratesAt(place: Coordinates | undefined): {
  salesTaxRateBp: number | null
  taxMode: TaxMode
  salesTaxRateChanges: { from: LocalDate; rateBp: number }[] | undefined
} {
  const today = businessToday()
  const planned = [
    ...changesAfter(currentSettings().salesTaxRateChanges, today),
    ...coreSpotCenters().flatMap(({ taxRateChanges }) => changesAfter(taxRateChanges, today)),
  ]
  const { taxRateBp: salesTaxRateBp, mode: taxMode } = salesTaxAt(place, today)
  let before = salesTaxRateBp
  const later = [...new Set(planned.map(({ from }) => from))].toSorted().flatMap((from) => {
    const rateBp = salesTaxRateAt(place, from)
    if (rateBp === null || rateBp === before) return []
    before = rateBp
    return [{ from, rateBp }]
  })
  return { salesTaxRateBp, taxMode, salesTaxRateChanges: later.length > 0 ? later : undefined }
}

/**
 * A visit's place on the road. Coordinates far from the address's ZIP code are a mistake, so its center counts instead.
 * Without a code, null if they are far from all core spots.
 */
export async function placeOf(visit: {
  latitude: number | null
  longitude: number | null
  serviceAddress: string
}): Promise<Location | null> {
  const { latitude, longitude, serviceAddress } = visit
  const area = await areaPlace(serviceAddress)
  if (latitude === null || longitude === null) return area
  const isRemote = (other: Coordinates) =>
    milesBetween({ latitude, longitude }, other) > remoteMiles
  if (!area) {
    const spots = coreSpotCenters()
    return spots.length > 0 && spots.every(isRemote) ? null : { latitude, longitude }
  }
  const isCenter = latitude === area.latitude && longitude === area.longitude
  return isCenter || isRemote(area) ? area : { latitude, longitude }
}

/** The center of an address's ZIP code. */
export async function areaPlace(address: string): Promise<Location | null> {
  const center = await centerOf(findZip(address) ?? '')
  return center ? { ...center, isCenter: true } : null
}

type TaxedVisit = {
  serviceDate: LocalDate
  taxRateBp: number | null
  latitude: number | null
  longitude: number | null
}

/**
 * Sales tax on a booked visit that moves to another address, in basis points: the new address's rate if it differs from the
 * old one's, else the booked rate. A visit booked without sales tax stays without.
 */
export function taxRateElsewhere(
  { taxRateBp, latitude, longitude, serviceDate }: TaxedVisit,
  to: Coordinates | undefined,
): number | null {
  const from = latitude === null || longitude === null ? undefined : { latitude, longitude }
  const there = salesTaxRateAt(to, serviceDate)
  return taxRateBp === null || there === null || there === salesTaxRateAt(from, serviceDate)
    ? taxRateBp
    : there
}

/** All core spots, active or not, by name. */
export async function allCoreSpots(): Promise<CoreSpot[]> {
  return db().select().from(coreSpots).orderBy(asc(coreSpots.name), asc(coreSpots.id))
}

/** A core spot with its version; undefined once it is removed. */
export async function coreSpotById(id: string) {
  const [spot] = await db().select().from(coreSpots).where(eq(coreSpots.id, id))
  return spot
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
  const visits = await queryRows<{ date: LocalDate; address: string }>(bookedAddresses, [from, to])
  // By ZIP code, so that comparing answers for many addresses doesn't locate a house.
  const booked = visits.map(async ({ date, address }): Promise<LocatedVisits[]> => {
    const area = await areaPlace(address)
    return area ? [{ ...area, date, visits: 1 }] : []
  })
  return nearbyDays(here, (await Promise.all(booked)).flat(), {
    spots: areaSpots(),
    radiusMiles: defaultRadiusMiles,
    minimum: minimumBookingsPerArea,
  })
}

const bookedAddresses = {
  name: 'booked-addresses',
  text: `select service_date::text as date, service_address as address from jobs
    where service_date between $1::date and $2::date and status <> 'cancelled'
      and latitude is not null and not needs_confirmation`,
}
