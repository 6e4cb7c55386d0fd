import { queryRows } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import type { FoundJob } from '#shared/contract/search.ts'
import { jobNumber, type JobStatus } from '#shared/rules/jobs.ts'
import { type Slot, shownSlot } from '#shared/rules/slots.ts'
import { visitsWithContact } from '#server/reads/visit-contacts.ts'
import { numberRanges } from '#server/reads/search-conditions.ts'

type Row = {
  id: string
  number: number
  status: JobStatus
  serviceDate: string
  slot: Slot
  year: string
  make: string
  model: string
  licensePlate: string
  customerName: string
}

/** Visits whose number starts with the typed one, an exact match first, or whose contact has the typed name or phone. */
export async function searchJobs(q: string, limit: number): Promise<FoundJob[]> {
  const met = await visitsWithContact(q, limit)
  const ranges = [...numberRanges(q), ...met.map(({ number: n }) => ({ first: n, last: n }))]
  if (ranges.length === 0) return []
  const rows = await queryRows<Row>(statement, [
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
    limit,
  ])
  return rows.map(({ id, number, status, serviceDate, slot, customerName, ...vehicle }) => ({
    id,
    number: jobNumber(number),
    status,
    scheduledDate: serviceDate,
    scheduledTime: shownSlot(slot),
    vehicle,
    customerName,
  }))
}

// Reads each range by the index of numbers, no further than shown.
const statement = {
  name: 'search-jobs',
  text: `with picked as materialized (
      select j.*, r.nth
      from unnest($1::int[], $2::int[]) with ordinality r(first, last, nth)
      cross join lateral (
        select id, number, status, service_date, slot, vehicle_id, customer_id, contact_name
        from jobs where number between r.first and r.last order by number limit $3) j
      order by r.nth, j.number limit $3)
    select p.id, p.number, p.status, p.service_date::text as service_date, p.slot,
      v.year, v.make, v.model, v.license_plate,
      coalesce(nullif(p.contact_name, ''), ${nameOrEmail('u')}) as customer_name
    from picked p
    join vehicles v on v.id = p.vehicle_id
    join users u on u.id = p.customer_id
    order by p.nth, p.number`,
}
