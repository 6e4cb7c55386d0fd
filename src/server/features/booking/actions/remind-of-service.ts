import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { recommendationsOfCars } from '#server/features/recommendations/queries.ts'
import { vehiclesById } from '#server/features/vehicles/queries.ts'
import type { Recommendation } from '#shared/contract/recommendations.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { EventName } from '#shared/rules/events.ts'
import { nextService } from '#shared/rules/next-service.ts'

const due = 'service_due' satisfies EventName

/** Days before the due date when the owner is reminded. */
const aheadDays = 7
// No oil is due sooner; owners away for longer were reminded, or have gone elsewhere.
const soonestDays = 60
const latestDays = 500
const batch = 500

// The last service of cars without a plan, an upcoming visit or a reminder.
const candidates = {
  name: 'service-due-candidates',
  text: `select j.id, j.vehicle_id
    from jobs j
    join vehicles v on v.id = j.vehicle_id and v.deleted_at is null and v.customer_id = j.customer_id
    where j.status = 'completed' and j.service_date between $1::date and $2::date and j.id > $3::uuid
      and not exists (select from jobs o where o.vehicle_id = j.vehicle_id and o.id <> j.id
        and (o.status in ('scheduled', 'assigned', 'in_progress')
          or o.status = 'completed' and (o.service_date, o.slot) > (j.service_date, j.slot)))
      and not exists (select from subscriptions s where s.vehicle_id = j.vehicle_id and s.ended_at is null)
      and not exists (select from one_time_events e where e.event = '${due}' and e.about = j.id::text)
    order by j.id limit ${batch}`,
}

type Candidate = { id: string; vehicleId: string }

/** Reminds owners once after each service that an oil change is due, by date or by mileage. */
export async function remindOfService(): Promise<void> {
  const today = businessToday()
  const range = [addDays(today, -latestDays), addDays(today, -soonestDays)]
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await queryRows<Candidate>(candidates, [...range, after])
    await notifyOwners(found, today)
    const last = found.at(-1)
    if (!last || found.length < batch) return
    after = last.id
  }
}

async function notifyOwners(found: readonly Candidate[], today: string): Promise<void> {
  const cars = new Map(
    (await vehiclesById(found.map(({ vehicleId }) => vehicleId))).map((car) => [car.id, car]),
  )
  const declined = await recommendationsOfCars(found.map(({ vehicleId }) => vehicleId))
  const dues = new Map(
    found.flatMap(({ id, vehicleId }) => {
      const car = cars.get(vehicleId)
      const next = car && nextService(car, today)
      if (!next || next.state === 'none' || next.date > addDays(today, aheadDays)) return []
      return [
        [
          id,
          {
            dueOn: next.date,
            atMiles: next.atMiles,
            byMiles: next.date < next.byDate,
            ...declinedLines(declined.get(vehicleId)),
          },
        ] as const,
      ]
    }),
  )
  const jobs = await readTheseJobs([...dues.keys()])
  await happened(
    ...jobs.flatMap((job): Happening[] => {
      const data = dues.get(job.id)
      return data ? [{ event: due, job, by: null, data }] : []
    }),
  )
}

const declinedLines = (lines: readonly Recommendation[] = []) =>
  lines.length > 0 && {
    declined: lines.map(({ description, totalPrice }) => ({
      description,
      totalCents: centsFromDollars(totalPrice),
    })),
  }
