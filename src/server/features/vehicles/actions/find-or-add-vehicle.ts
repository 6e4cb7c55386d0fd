import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { vehicles, odometerReadings } from '#server/database/tables/vehicles.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { type OilColumns, oilDataFor } from '../oil-data.ts'
import { hasPlate } from './assert-only-car.ts'
import { addVehicle, plateAsShown } from './add-vehicle.ts'
import { randomUUID } from 'node:crypto'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import type { Person } from '#shared/rules/roles.ts'

/** A vehicle as entered, with the oil data the server determined. */
export type DescribedVehicle = { form: VehicleForm; oilData: OilColumns }

// Path prefix, because a guest's car is part of the booking form.
const partOfBooking = 'vehicle.'

/**
 * Determines a vehicle's oil data. May call outside services, so never call it in a transaction. Throws Invalid; `prefix` is
 * put before the error's field paths.
 */
export async function describeVehicle(
  form: VehicleForm,
  prefix = partOfBooking,
): Promise<DescribedVehicle> {
  return { form, oilData: await oilDataFor(form, prefix) }
}

/**
 * Returns the id of the customer's vehicle with this VIN, or with this plate, make and year; adds it if missing. Throws
 * Conflict when another car has the plate.
 */
export async function findOrAddVehicle(
  customerId: string,
  { form, oilData }: DescribedVehicle,
  prefix = partOfBooking,
): Promise<string> {
  const samePlate = and(
    hasPlate(form.licensePlate),
    sql`lower(${vehicles.make}) = ${form.make.toLowerCase()}`,
    eq(vehicles.year, form.year),
  )
  const [known] = await db()
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(
      and(
        eq(vehicles.customerId, customerId),
        isNull(vehicles.deletedAt),
        form.vin ? or(eq(vehicles.vin, form.vin), samePlate) : samePlate,
      ),
    )
    .orderBy(vehicles.createdAt)
    .limit(1)
  return known?.id ?? addVehicle(customerId, form, oilData, prefix)
}

/** `miles`: the current odometer reading, if known. */
type NewVehicle = { customerId: string; car: DescribedVehicle; miles: number | null }

/**
 * Stores many vehicles at once in the current transaction, which must have locked their owners and checked that none of them
 * has the car yet. Returns the ids in the same order.
 */
export async function addVehicles(person: Person, all: readonly NewVehicle[]): Promise<string[]> {
  if (all.length === 0) return []
  const rows = all.map(({ customerId, car: { form, oilData } }, n) => ({
    ...form,
    ...oilData,
    id: randomUUID() as string,
    customerId,
    licensePlate: plateAsShown(form.licensePlate),
    // A millisecond apart, to keep their order.
    createdAt: new Date(now().getTime() + n),
  }))
  await db().insert(vehicles).values(rows)
  await addReadings(
    person,
    new Map(
      rows.flatMap(({ id }, n) => {
        const miles = all[n]?.miles ?? null
        return miles === null ? [] : [[id, miles] as const]
      }),
    ),
  )
  return rows.map(({ id }) => id)
}

/** Stores today's miles of vehicles by id, in the current transaction; the caller has checked that they are plausible. */
export async function addReadings(person: Person, miles: ReadonlyMap<string, number>) {
  if (miles.size === 0) return
  const readings = [...miles].map(([vehicleId, read]) => ({
    vehicleId,
    miles: read,
    readBy: person.id,
    readOn: businessToday(),
  }))
  await db()
    .insert(odometerReadings)
    .values(readings)
    .onConflictDoUpdate({
      target: [odometerReadings.vehicleId, odometerReadings.readOn],
      set: { miles: sql`excluded.miles`, readBy: person.id },
    })
}

/** Makes an imported vehicle the car it should have been, in the current transaction. Its plate stays. */
export async function correctVehicle(
  id: string,
  { form: { year, make, model }, oilData }: DescribedVehicle,
): Promise<void> {
  await db()
    .update(vehicles)
    .set({ year, make, model, ...oilData })
    .where(and(eq(vehicles.id, id), isNull(vehicles.deletedAt), isNull(vehicles.touchedAt)))
}
