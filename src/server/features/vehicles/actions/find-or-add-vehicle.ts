import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { vehicles, odometerReadings } from '#server/database/tables/vehicles.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { type OilColumns, oilDataFor } from '../oil-data.ts'
import { hasPlate } from '../assert-only-car.ts'
import { addVehicle, plateAsShown } from './add-vehicle.ts'
import { randomUUID } from 'node:crypto'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import type { Person } from '#shared/rules/roles.ts'

/** A vehicle as somebody entered it, with what the server found out about its oil. */
export type DescribedVehicle = { form: VehicleForm; oilData: OilColumns }

// A guest's car is a part of their booking.
const partOfBooking = 'vehicle.'

/** Finds out about a vehicle's oil; may ask outside, so never in a transaction. Throws Invalid; `prefix` leads to the fields. */
export async function describeVehicle(
  form: VehicleForm,
  prefix = partOfBooking,
): Promise<DescribedVehicle> {
  return { form, oilData: await oilDataFor(form, prefix) }
}

/** The customer's vehicle with that VIN, or that plate on that make and year; stored when there is none. Its id. Throws Conflict when the plate is on another car. */
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

/** `miles` is what the odometer shows today, where that is known. */
type NewVehicle = { customerId: string; car: DescribedVehicle; miles: number | null }

/**
 * Stores many vehicles at once, in the current transaction, in which their owners are locked and none of them has that
 * car. Answers the ids in the same order.
 */
export async function addVehicles(person: Person, all: readonly NewVehicle[]): Promise<string[]> {
  if (all.length === 0) return []
  const rows = all.map(({ customerId, car: { form, oilData } }, n) => ({
    ...form,
    ...oilData,
    id: randomUUID() as string,
    customerId,
    licensePlate: plateAsShown(form.licensePlate),
    // One after another, as they were written.
    createdAt: new Date(now().getTime() + n),
  }))
  await db().insert(vehicles).values(rows)
  const read = rows.flatMap(({ id }, n) => {
    const miles = all[n]?.miles ?? null
    return miles === null
      ? []
      : [{ vehicleId: id, miles, readBy: person.id, readOn: businessToday() }]
  })
  if (read.length > 0) await db().insert(odometerReadings).values(read)
  return rows.map(({ id }) => id)
}
