import { inArray } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { KeptReason } from '#shared/rules/imports.ts'

/** A hash, by car id, of everything an owner or the office can change; deleted rows are missing. */
export async function fingerprintsOf(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; hash: string }>(statement, [ids])
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Permanently deletes cars not used since they were added, in the current transaction. Returns why the others stay, by id. */
export async function removeUnusedVehicles(
  all: readonly { id: string; fingerprint: string }[],
): Promise<Map<string, KeptReason>> {
  const ids = all.map(({ id }) => id)
  const kept = new Map<string, KeptReason>()
  // Concurrent bookings wait for this lock, or we wait for them.
  const found = await db()
    .select({ id: vehicles.id, touchedAt: vehicles.touchedAt })
    .from(vehicles)
    .where(inArray(vehicles.id, ids))
    .orderBy(vehicles.id)
    .for('update')
  const there = new Map(found.map((car) => [car.id, car]))
  const visits = await db()
    .selectDistinct({ id: jobs.vehicleId })
    .from(jobs)
    .where(inArray(jobs.vehicleId, ids))
  const used = new Set(visits.map(({ id }) => id))
  const fingerprints = await fingerprintsOf(ids)
  for (const { id, fingerprint } of all) {
    if (!there.has(id)) kept.set(id, 'gone')
    else if (used.has(id)) kept.set(id, 'visits')
    // Also cars changed back to their original state, such as deleted and recovered ones.
    else if (there.get(id)?.touchedAt || fingerprints.get(id) !== fingerprint)
      kept.set(id, 'changed')
  }
  const unused = ids.filter((id) => !kept.has(id))
  if (unused.length > 0) await db().delete(vehicles).where(inArray(vehicles.id, unused))
  return kept
}

const statement = {
  name: 'fingerprints-of-vehicles',
  text: `select id, md5(concat_ws('|', customer_id, make, model, year, license_plate, vin, deleted_at,
      (select string_agg(read_on || ' ' || miles, ',' order by read_on)
        from odometer_readings where vehicle_id = v.id))) as hash
    from vehicles v where id = any($1::uuid[])`,
}
