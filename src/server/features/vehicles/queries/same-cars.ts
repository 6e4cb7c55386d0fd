import { queryRows } from '#server/database/database.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'

type SameCar = { merged: string; kept: string; name: string }

/** Cars that both customers have, by VIN or plate, in pairs. */
export async function sameCarsOf(mergedId: string, keptId: string): Promise<SameCar[]> {
  const rows = await queryRows<
    Omit<SameCar, 'name'> & { year: string; make: string; model: string }
  >(statement, [mergedId, keptId])
  return rows.map(({ merged, kept, ...car }) => ({ merged, kept, name: vehicleName(car) }))
}

const plate = (of: string) => `regexp_replace(upper(${of}.license_plate), '[^A-Z0-9]', '', 'g')`

const statement = {
  name: 'same-cars',
  text: `select distinct on (m.id) m.id as merged, k.id as kept, k.year, k.make, k.model
    from vehicles m join vehicles k on k.customer_id = $2::uuid and k.deleted_at is null
      and (k.vin = m.vin or (${plate('m')} <> '' and ${plate('k')} = ${plate('m')}))
    where m.customer_id = $1::uuid and m.deleted_at is null
    order by m.id, k.created_at`,
}
