import { queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { type KnownOil, oilOf } from '../oil-data.ts'
import { makesBeside } from '../match-engine.ts'

const atOnce = 200

/** Determines oil data again for saved cars of these makes, and of makes that share their engines. */
export async function updateOilData(makes: readonly string[]): Promise<void> {
  const wanted = [...new Set(makes.flatMap(makesBeside))]
  let after = '00000000-0000-0000-0000-000000000000'
  let changed = 0
  for (;;) {
    const cars = await queryRows<Car>(nextCars, [wanted, after, atOnce])
    const last = cars.at(-1)
    if (!last) break
    const found: { id: string; oil: KnownOil }[] = []
    for (const car of cars) found.push({ id: car.id, oil: await oilOf(car) })
    changed += (await queryRows(storing, valuesOf(cars, found))).length
    after = last.id
  }
  if (changed > 0)
    await transaction(() => happened({ event: 'oil_data_changed', by: null, data: {} }))
}

type Car = { id: string; make: string; model: string; year: string; vin: string | null }

const nextCars = {
  name: 'cars-of-makes',
  text: `select id, make, model, year, vin from vehicles
    where lower(make) = any($1::text[]) and deleted_at is null and id > $2::uuid
    order by id limit $3::int`,
}

// A car changed in the meantime already has new oil data.
const storing = {
  name: 'store-oil-data',
  text: `update vehicles v set oil_type = n.oil_type, oil_capacity = n.oil_capacity,
      recommended_service_level = n.level, capacity_source = n.source, confidence = n.confidence
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[],
      $8::text[], $9::text[], $10::text[])
      as n(id, make, model, year, vin, oil_type, oil_capacity, level, source, confidence)
    where v.id = n.id and v.make = n.make and v.model = n.model and v.year = n.year
      and coalesce(v.vin, '') = n.vin
      and (v.oil_type, v.oil_capacity, v.recommended_service_level, v.capacity_source, v.confidence)
        is distinct from (n.oil_type, n.oil_capacity, n.level, n.source, n.confidence)
    returning v.id`,
}

function valuesOf(cars: readonly Car[], found: readonly { oil: KnownOil }[]): unknown[] {
  const of = <K extends keyof KnownOil>(key: K) => found.map(({ oil }) => oil[key])
  return [
    cars.map(({ id }) => id),
    cars.map(({ make }) => make),
    cars.map(({ model }) => model),
    cars.map(({ year }) => year),
    cars.map(({ vin }) => vin ?? ''),
    of('oilType'),
    of('oilCapacity'),
    of('recommendedServiceLevel'),
    of('capacitySource'),
    of('confidence'),
  ]
}
