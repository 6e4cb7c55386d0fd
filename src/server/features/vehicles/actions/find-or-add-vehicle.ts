import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { type OilColumns, oilDataFor } from '../oil-data.ts'
import { hasPlate } from '../assert-only-car.ts'
import { addVehicle } from './add-vehicle.ts'

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
