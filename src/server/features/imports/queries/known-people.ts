import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import { importRecords } from '#server/database/tables/imports.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { textedFromPhone } from '#server/features/customers/queries/merge-preview.ts'
import { fingerprintsOf } from '#server/features/vehicles/actions/remove-unused-vehicles.ts'
import { barePlate } from '#server/reads/search-conditions.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import type { ReadRow } from '../parse-row.ts'

/**
 * A finished visit of a car; `service` is null for one booked here, `id` until it is added, `importId` unless an import added
 * it.
 */
export type KnownVisit = {
  id: string | null
  importId: string | null
  date: string
  service: string | null
  cents: number
  miles: number | null
  notes: string
}
/** `id` is null until it is added. */
export type KnownCar = {
  id: string | null
  name: string
  plate: string
  vin: string | null
  visits: KnownVisit[]
  /** The newest odometer reading. */
  reading: { date: string; miles: number } | null
  /** Added by an import, and not changed or booked since. */
  isAsImported: boolean
}
/** A person with an account; `id` is null for people only in the file, until they are added. */
export type Known = {
  id: string | null
  firstName: string
  lastName: string
  email: string | null
  phone: string
  isCustomer: boolean
  /** Signed in once without ever choosing a role. */
  isUnused: boolean
  isClosed: boolean
  /** They signed in, and name or phone are only what they typed: anyone can type another person's. */
  isSelfNamed: boolean
  cars: KnownCar[]
  /** Saved addresses, in lower case. */
  places: string[]
}

type NamedCar = Parameters<typeof vehicleName>[0] & {
  licensePlate: string
  vin?: string | null | undefined
}
export const toKnownCar = (car: NamedCar, id: string | null = null): KnownCar => ({
  id,
  name: vehicleName(car).toLowerCase(),
  plate: barePlate(car.licensePlate),
  vin: car.vin ?? null,
  visits: [],
  reading: null,
  isAsImported: false,
})

/** As the index of customers' names has it. */
const nameColumn = sql`(${users.firstName} || ' ' || ${users.lastName}) collate "und-x-icu"`

/** Existing accounts that rows may refer to, oldest first; `lock` locks them until the transaction ends. */
export async function peopleOf(rows: readonly ReadRow[], lock: boolean): Promise<Known[]> {
  if (rows.length === 0) return []
  const emails = rows.flatMap(({ customer }) => customer.email ?? [])
  const phones = rows.flatMap(({ customer }) => customer.phone || [])
  const names = [
    ...new Set(rows.map(({ customer }) => `${customer.firstName} ${customer.lastName}`)),
  ]
  const isCustomer = eq(users.role, 'customer')
  const found = db()
    .select()
    .from(users)
    .where(
      and(
        isNull(users.anonymizedAt),
        or(
          emails.length > 0 ? inArray(users.email, emails) : undefined,
          phones.length > 0 ? and(inArray(users.phone, phones), isCustomer) : undefined,
          and(
            sql`${nameColumn} = any(${sql.param(names)}::text[])`,
            isCustomer,
            isNull(users.anonymizedAt),
          ),
        ),
      ),
    )
    .orderBy(users.createdAt, users.id)
  const accounts = await (lock ? found.for('no key update') : found)
  const ids = accounts.map(({ id }) => id)
  const cars = await carsOf(ids)
  const addresses = await placesOf(ids)
  const vouched = await vouchedAmong(ids)
  return accounts.map((row) => ({
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    isCustomer: row.role === 'customer',
    isUnused: row.role === null,
    isClosed: row.deactivatedAt !== null,
    isSelfNamed: row.emailProvenAt !== null && !vouched.has(row.id),
    cars: cars.get(row.id) ?? [],
    places: (addresses.get(row.id) ?? []).map(({ address }) => address.toLowerCase()),
  }))
}

/** Customers whose name and phone the office entered or accepted last, or who texted from that phone. */
async function vouchedAmong(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await queryRows<{ id: string }>(vouchedStatement, [ids])
  return new Set(rows.map(({ id }) => id))
}

const vouchedStatement = {
  name: 'vouched-customers',
  text: `select u.id from users u where u.id = any($1::uuid[]) and (
    (select e.actor_id <> u.id from customer_events e
      where e.customer_id = u.id and (e.kind in ('added', 'merged')
        or (e.kind = 'changed' and e.data->'fields' ?| array['firstName', 'lastName', 'phone']))
      order by e.created_at desc, e.id desc limit 1)
    or ${textedFromPhone})`,
}

async function carsOf(customerIds: string[]): Promise<Map<string, KnownCar[]>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db()
    .select()
    .from(vehicles)
    .where(and(inArray(vehicles.customerId, customerIds), isNull(vehicles.deletedAt)))
    .orderBy(asc(vehicles.createdAt), vehicles.id)
  const cars = new Map(rows.map((row) => [row.id, toKnownCar(row, row.id)]))
  await loadVisits(cars)
  await loadReadings(cars)
  await loadImported(cars)
  const byOwner = Map.groupBy(rows, ({ customerId }) => customerId)
  return new Map(
    [...byOwner].map(([owner, own]) => [owner, own.flatMap(({ id }) => cars.get(id) ?? [])]),
  )
}

async function loadVisits(cars: ReadonlyMap<string, KnownCar>): Promise<void> {
  if (cars.size === 0) return
  const rows = await db()
    .select({
      id: jobs.id,
      importId: importRecords.importId,
      vehicleId: jobs.vehicleId,
      date: jobs.serviceDate,
      service: jobs.importedService,
      cents: jobs.packageCents,
      miles: jobs.odometerMiles,
      notes: jobs.technicianNotes,
    })
    .from(jobs)
    .leftJoin(
      importRecords,
      and(eq(importRecords.recordId, jobs.id), eq(importRecords.kind, 'visit')),
    )
    .where(and(inArray(jobs.vehicleId, [...cars.keys()]), eq(jobs.status, 'completed')))
  for (const { vehicleId, ...visit } of rows) cars.get(vehicleId)?.visits.push(visit)
}

async function loadReadings(cars: ReadonlyMap<string, KnownCar>): Promise<void> {
  if (cars.size === 0) return
  const rows = await db()
    .select({
      id: odometerReadings.vehicleId,
      date: odometerReadings.readOn,
      miles: odometerReadings.miles,
    })
    .from(odometerReadings)
    .where(inArray(odometerReadings.vehicleId, [...cars.keys()]))
    .orderBy(odometerReadings.readOn)
  for (const { id, ...reading } of rows) {
    const car = cars.get(id)
    if (car) car.reading = reading
  }
}

async function loadImported(cars: ReadonlyMap<string, KnownCar>): Promise<void> {
  if (cars.size === 0) return
  const rows = await db()
    .select({ id: importRecords.recordId, fingerprint: importRecords.fingerprint })
    .from(importRecords)
    .innerJoin(vehicles, eq(vehicles.id, importRecords.recordId))
    .where(
      and(
        inArray(importRecords.recordId, [...cars.keys()]),
        eq(importRecords.kind, 'vehicle'),
        isNull(vehicles.touchedAt),
        sql`not exists (select from ${jobs} where ${jobs.vehicleId} = ${vehicles.id}
          and ${jobs.importedService} is null)`,
      ),
    )
  const current = await fingerprintsOf(rows.map(({ id }) => id))
  for (const { id, fingerprint } of rows) {
    const car = cars.get(id)
    if (car) car.isAsImported = current.get(id) === fingerprint
  }
}

async function placesOf(customerIds: string[]) {
  const rows =
    customerIds.length === 0
      ? []
      : await db()
          .select({ customerId: places.customerId, address: places.address })
          .from(places)
          .where(inArray(places.customerId, customerIds))
  return Map.groupBy(rows, ({ customerId }) => customerId)
}
