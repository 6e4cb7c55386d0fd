import { businessToday } from '#server/base/business-time.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '#server/features/jobs/queries.ts'
import { vehiclesById } from '#server/features/vehicles/queries.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { EventData, EventName } from '#shared/rules/events.ts'
import { nextService } from '#shared/rules/next-service.ts'

const due = 'service_due' satisfies EventName

/** Days before the oil is due on which its owner hears of it. */
const aheadDays = 7
// No oil lasts shorter, and whoever stayed away longer was told, or has gone elsewhere.
const soonestDays = 60
const latestDays = 500
const batch = 500

const lock = {
  name: 'lock-service-due',
  text: `select pg_advisory_xact_lock(hashtext('service due'))::text`,
}

// The last service of cars that have no visit ahead, and that nobody was told of.
const candidates = {
  name: 'service-due-candidates',
  text: `select j.id, j.vehicle_id as "vehicleId"
    from jobs j
    join vehicles v on v.id = j.vehicle_id and v.deleted_at is null and v.customer_id = j.customer_id
    where j.status = 'completed' and j.service_date between $1::date and $2::date and j.id > $3::uuid
      and not exists (select from jobs o where o.vehicle_id = j.vehicle_id and o.id <> j.id
        and (o.status in ('scheduled', 'assigned', 'in_progress')
          or o.status = 'completed' and (o.service_date, o.slot) > (j.service_date, j.slot)))
      and not exists (select from job_events e where e.job_id = j.id and e.kind = '${due}')
    order by j.id limit ${batch}`,
}

const claim = {
  name: 'claim-service-due',
  text: `insert into job_events (job_id, kind, data)
    select c.id, '${due}', c.data::jsonb from unnest($1::uuid[], $2::text[]) as c(id, data)
    where not exists (select from job_events e where e.job_id = c.id and e.kind = '${due}')
    returning job_id as id, data`,
}

type Candidate = { id: string; vehicleId: string }
type Claimed = { id: string; data: EventData['service_due'] }

/** Tells owners that the oil of their car is due, by date or by its miles, once after each service. */
export async function remindOfService(): Promise<void> {
  const today = businessToday()
  const range = [addDays(today, -latestDays), addDays(today, -soonestDays)]
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await queryRows<Candidate>(candidates, [...range, after])
    await tellOwners(found, today)
    const last = found.at(-1)
    if (!last || found.length < batch) return
    after = last.id
  }
}

async function tellOwners(found: readonly Candidate[], today: string): Promise<void> {
  const cars = new Map(
    (await vehiclesById(found.map(({ vehicleId }) => vehicleId))).map((car) => [car.id, car]),
  )
  const dues = found.flatMap(({ id, vehicleId }) => {
    const car = cars.get(vehicleId)
    const next = car && nextService(car, today)
    if (!next || next.state === 'none' || next.date > addDays(today, aheadDays)) return []
    return [
      { id, data: { dueOn: next.date, atMiles: next.atMiles, byMiles: next.date < next.byDate } },
    ]
  })
  if (dues.length === 0) return
  await transaction(async () => {
    await queryRow(lock)
    const claimed = await queryRows<Claimed>(claim, [
      dues.map(({ id }) => id),
      dues.map(({ data }) => JSON.stringify(data)),
    ])
    const data = new Map(claimed.map((one) => [one.id, one.data]))
    const jobs = await readTheseJobs([...data.keys()])
    await notifyRecorded(
      jobs.flatMap((job): Happening[] => {
        const said = data.get(job.id)
        return said ? [{ event: due, job, by: null, data: said }] : []
      }),
    )
  })
}
