import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import {
  type AssignmentRefusal,
  assignmentRefusal,
  skillNeeded,
  skills,
  wantedVisit,
  type Worker,
} from '#shared/rules/assignment.ts'
import { type LocalDate, addDays } from '#shared/rules/calendar.ts'
import type { OilType } from '#shared/rules/oil.ts'
import { readWorker } from '#server/reads/roster.ts'
import { notStartedVisits } from '#server/features/jobs/queries/of-technician.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { Slot } from '#shared/rules/slots.ts'

type AssignedVisit = {
  id: string
  technicianId: string
  date: LocalDate
  slot: Slot
  oilType: OilType
}

/** A visit under way whose technician no longer works here; `wrote` is its last message, if the customer wrote it. */
export type LeftVisit = { id: string; name: string; wrote: string | null }

const left = {
  name: 'visits-left',
  text: `select j.id, trim(u.first_name || ' ' || u.last_name) as name,
      (select case when e.direction = 'inbound' then left(e.message, 160) end from conversation_entries e
        where e.job_id = j.id and e.type = 'message' order by e.created_at desc, e.id limit 1) as wrote
    from jobs j join users u on u.id = j.technician_id
    where j.status = 'in_progress' and u.deactivated_at is not null
    order by j.service_date, j.slot, j.id`,
}

/** Visits under way that only the office can end, oldest first. */
export const visitsLeft = (): Promise<LeftVisit[]> => queryRows<LeftVisit>(left, [])

/** A visit that its technician may no longer take, and why. */
type VisitAway = { id: string; name: string; refusal: AssignmentRefusal }

const allSkills = skills.map(({ value }) => value)
// More upcoming visits than a business of fifty has.
const mostRead = 20_000

// Skips technicians with full hours, no upcoming day off and all skills: they may take all their visits.
const limited = `select id from users u where role = 'technician' and exists (
    select from jobs j where j.technician_id = u.id and j.status <> 'cancelled' and j.service_date >= $1::date)
  and (working_hours is not null or deactivated_at is not null or approved_at is null
    or not skills @> $2::text[]
    or exists (select from days_off d where d.technician_id = u.id and d.to_date >= $1::date))`
const ahead = `select j.id, j.technician_id, j.service_date::text as date, j.slot,
    p.oil_type
  from jobs j join service_packages p on p.id = j.service_package_id
  where j.technician_id = any($1::uuid[]) and j.status = 'assigned' and j.service_date >= $2::date
  order by j.service_date, j.slot, j.id limit ${mostRead}`

/** Assigned visits from today on that their technician may no longer take, earliest first. */
export async function visitsAway(): Promise<VisitAway[]> {
  const today = businessToday()
  const technicians = await queryRows<{ id: string }>(
    { name: 'technicians-limited', text: limited },
    [today, allSkills],
  )
  if (technicians.length === 0) return []
  const ids = technicians.map(({ id }) => id)
  const [found, visits] = await Promise.all([
    Promise.all(ids.map((id) => readWorker(id, today))),
    queryRows<AssignedVisit>({ name: 'visits-of-limited', text: ahead }, [ids, today]),
  ])
  const workers = new Map(found.flatMap((worker) => (worker ? [[worker.id, worker] as const] : [])))
  return visits.flatMap(({ id, technicianId, date, slot, oilType }) => {
    const worker = workers.get(technicianId)
    const visit = { id, date, slot, skill: skillNeeded(oilType) }
    const refusal = worker && assignmentRefusal(worker, visit, [])
    return refusal ? [{ id, name: worker.name, refusal }] : []
  })
}

/** Further ahead than anything can be booked. */
const days = 2 * 366

/** A technician's visits from today on that they could no longer be assigned, for the office. */
export async function visitsOutside(person: Person, worker: Worker): Promise<Job[]> {
  const from = businessToday()
  const visits = await notStartedVisits(person, worker.id, { from, to: addDays(from, days) })
  return visits.filter((job) => assignmentRefusal(worker, wantedVisit(job), []) !== null)
}
