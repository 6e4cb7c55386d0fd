import { queryRows, transaction } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { happened } from '#server/events/happened.ts'
import { type KnownOil, oilOf, type StoredCar } from '../oil-data.ts'
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

type Car = StoredCar & { id: string }

const nextCars = {
  name: 'cars-of-makes',
  text: `select id, make, model, year, vin, trim, engine, fuel from vehicles
    where lower(make) = any($1::text[]) and deleted_at is null and id > $2::uuid
    order by id limit $3::int`,
}

// A car changed in the meantime already has new oil data.
const storing = statement<{ id: string }, ReturnType<typeof valuesOf>>(
  'store-oil-data',
  ($) => `update vehicles v set oil_type = n.oil_type, oil_capacity = n.oil_capacity,
      recommended_service_level = n.level, capacity_source = n.source, confidence = n.confidence,
      engine_id = n.engine_id
    from unnest(${$.ids}::uuid[], ${$.makes}::text[], ${$.models}::text[], ${$.years}::text[], ${$.vins}::text[],
      ${$.oilTypes}::text[], ${$.capacities}::float8[], ${$.levels}::text[], ${$.sources}::text[],
      ${$.confidences}::text[], ${$.engineIds}::uuid[])
      as n(id, make, model, year, vin, oil_type, oil_capacity, level, source, confidence, engine_id)
    where v.id = n.id and v.make = n.make and v.model = n.model and v.year = n.year
      and coalesce(v.vin, '') = n.vin
      and (v.oil_type, v.oil_capacity, v.recommended_service_level, v.capacity_source, v.confidence,
        v.engine_id) is distinct from (n.oil_type, n.oil_capacity, n.level, n.source, n.confidence,
        n.engine_id)
    returning v.id`,
)

function valuesOf(cars: readonly Car[], found: readonly { oil: KnownOil }[]) {
  const of = <K extends keyof KnownOil>(key: K) => found.map(({ oil }) => oil[key])
  return {
    ids: cars.map(({ id }) => id),
    makes: cars.map(({ make }) => make),
    models: cars.map(({ model }) => model),
    years: cars.map(({ year }) => year),
    vins: cars.map(({ vin }) => vin ?? ''),
    oilTypes: of('oilType'),
    capacities: of('oilCapacity'),
    levels: of('recommendedServiceLevel'),
    sources: of('capacitySource'),
    confidences: of('confidence'),
    engineIds: of('engineId'),
  }
}
