import { eq } from 'drizzle-orm'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { KeptReason } from '#shared/rules/imports.ts'

/** What an owner or the office can change of a car, as one hash; undefined for one that is gone. */
export async function fingerprintOfVehicle(id: string): Promise<string | undefined> {
  const row = await queryRow<{ hash: string }>(statement, [id])
  return row?.hash
}

/** Removes a car for good unless somebody has used it; else why it stays. */
export function removeUnusedVehicle(id: string, fingerprint: string): Promise<KeptReason | null> {
  return transaction(async () => {
    // A booking waits for it, or has it already.
    const [vehicle] = await db()
      .select({ id: vehicles.id })
      .from(vehicles)
      .where(eq(vehicles.id, id))
      .for('update')
    if (!vehicle) return 'gone'
    const used = await db().$count(jobs, eq(jobs.vehicleId, id))
    if (used > 0) return 'visits'
    if ((await fingerprintOfVehicle(id)) !== fingerprint) return 'changed'
    await db().delete(vehicles).where(eq(vehicles.id, id))
    return null
  })
}

const statement = {
  name: 'fingerprint-of-vehicle',
  text: `select md5(concat_ws('|', customer_id, make, model, year, license_plate, vin, deleted_at,
      (select string_agg(read_on || ' ' || miles, ',' order by read_on)
        from odometer_readings where vehicle_id = v.id))) as hash
    from vehicles v where id = $1::uuid`,
}
