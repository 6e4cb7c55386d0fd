import { extraInOwnWords } from '#server/base/owner-spanish.ts'
import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { vehicleFor } from '#server/features/vehicles/queries.ts'
import { loadJob } from '#server/reads/visits.ts'
import type { OfficeRecommendations, Recommendation } from '#shared/contract/recommendations.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { ExtraType } from '#shared/rules/extras.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'

type DeclinedRow = {
  id: string
  vehicleId: string
  serviceType: ExtraType
  description: string
  quantity: number
  unitCents: number
  totalCents: number
  productId: string | null
  findingItemId: string | null
  declinedOn: LocalDate
}

/**
 * Lines that a car's owner declined: not offered again since, not bought by its product since, nor dismissed. `of` selects cars
 * by `v`.
 */
const declinedLines = (
  of: string,
) => `select l.id, v.id as vehicle_id, l.service_type, l.description, l.quantity,
    l.unit_cents, l.total_cents, l.product_id, l.finding_item_id, j.service_date::text as declined_on
  from job_lines l join jobs j on j.id = l.job_id
    join vehicles v on v.id = j.vehicle_id and v.customer_id = j.customer_id and v.deleted_at is null
  where l.source = 'extra' and l.kind <> 'fee' and l.approval = 'declined' and l.dismissed_at is null and ${of}
    and not exists (select from job_lines r where r.repeats = l.id)
    and not exists (select from job_lines b join jobs o on o.id = b.job_id
      where b.product_id = l.product_id and o.vehicle_id = j.vehicle_id and o.status <> 'cancelled'
        and b.approval in ('not_needed', 'approved') and b.created_at > l.created_at)
  order by j.service_date desc, l.created_at, l.id`

type OfCar = { vehicleId: string; jobId: string | null }
const ofCar = statement<DeclinedRow, OfCar>('recommendations-of-car', ($) =>
  declinedLines(`v.id = ${$.vehicleId}::uuid and l.job_id is distinct from ${$.jobId}::uuid`),
)

const toRecommendation = (row: DeclinedRow): Recommendation => ({
  id: row.id,
  serviceType: row.serviceType,
  description: extraInOwnWords(row.description),
  quantity: row.quantity,
  unitPrice: row.unitCents / 100,
  totalPrice: row.totalCents / 100,
  ...(row.productId && { productId: row.productId }),
  ...(row.findingItemId && { findingItemId: row.findingItemId }),
  declinedOn: row.declinedOn,
})

/** What the car's owner declined at other visits than this one. Throws NotFound. */
export async function recommendationsFor(person: Person, jobId: string): Promise<Recommendation[]> {
  const { vehicleId } = await loadJob(person, jobId, mayWorkOnJob)
  return (await queryRows(ofCar, { vehicleId, jobId })).map(toRecommendation)
}

/** What a car's owner declined. Throws NotFound. */
export async function recommendationsOf(person: Person, id: string): Promise<Recommendation[]> {
  const { id: vehicleId } = await vehicleFor(person, id)
  return (await queryRows(ofCar, { vehicleId, jobId: null })).map(toRecommendation)
}

/** Declined lines of several cars, by the car's id. */
export async function recommendationsOfCars(
  ids: readonly string[],
): Promise<ReadonlyMap<string, Recommendation[]>> {
  const rows = await queryRows<DeclinedRow>(ofCars, [ids])
  return byVehicle(rows)
}

const ofCars = {
  name: 'recommendations-of-cars',
  text: declinedLines('v.id = any($1::uuid[])'),
}

const byVehicle = (rows: readonly DeclinedRow[]) => {
  const found = new Map<string, Recommendation[]>()
  for (const row of rows)
    found.set(row.vehicleId, [...(found.get(row.vehicleId) ?? []), toRecommendation(row)])
  return found
}

const mostCars = 200

const ofDays = {
  name: 'recommendations',
  text: declinedLines(
    '($1::date is null or j.service_date >= $1) and ($2::date is null or j.service_date <= $2)',
  ),
}
const carsOf = {
  name: 'cars-of-recommendations',
  text: `select v.id, v.year, v.make, v.model, c.id as customer_id,
      trim(c.first_name || ' ' || c.last_name) as name, c.phone, coalesce(c.email, '') as email,
      (select min(o.service_date)::text from jobs o where o.vehicle_id = v.id
        and o.status in ('scheduled', 'assigned', 'in_progress') and o.service_date >= $2::date) as next_visit_on
    from vehicles v join users c on c.id = v.customer_id where v.id = any($1::uuid[])`,
}
type CarRow = {
  id: string
  year: string
  make: string
  model: string
  customerId: string
  name: string
  phone: string
  email: string
  nextVisitOn: LocalDate | null
}

/** Declined lines of all cars for the office, of visits from one business-local day to another, the dearest cars first. */
export async function officeRecommendations({
  from,
  to,
}: {
  from?: LocalDate | undefined
  to?: LocalDate | undefined
}): Promise<OfficeRecommendations> {
  const lines = byVehicle(await queryRows<DeclinedRow>(ofDays, [from ?? null, to ?? null]))
  const centsOf = (of: readonly Recommendation[]) =>
    of.reduce((sum, { totalPrice }) => sum + Math.round(totalPrice * 100), 0)
  const dearest = [...lines]
    .map(([id, own]) => ({ id, own, cents: centsOf(own) }))
    .toSorted((one, other) => other.cents - one.cents)
  const shown = dearest.slice(0, mostCars)
  const rows = await queryRows<CarRow>(carsOf, [shown.map(({ id }) => id), businessToday()])
  const cars = new Map(rows.map((row) => [row.id, row]))
  return {
    total: decimalFromCents(dearest.reduce((sum, { cents }) => sum + cents, 0)),
    cars: dearest.length,
    entries: shown.flatMap(({ id, own, cents }) => {
      const car = cars.get(id)
      if (!car) return []
      const { customerId, name, phone, email, nextVisitOn } = car
      return [
        {
          vehicle: { id, name: vehicleName(car) },
          customer: { id: customerId, name, phone, email },
          nextVisitOn,
          total: decimalFromCents(cents),
          lines: own,
        },
      ]
    }),
  }
}
