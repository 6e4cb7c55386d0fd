import { queryRows } from '#server/database/database.ts'
import { readRoster, type RosterEntry } from '#server/reads/roster.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import type { Assignment } from '#shared/contract/dispatch.ts'
import { readRoadDay, roadDecides } from '#server/features/jobs/queries/road-days.ts'
import { placeVisit, planDay, type RoadDay } from '#shared/rules/assignable-day.ts'
import { assignmentRefusal, isAboutRoad } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { planAssignments } from '../plan-assignments.ts'

type VisitRow = {
  id: string
  date: LocalDate
  number: number
  slot: Slot
  technicianId: string | null
  open: boolean
  vehicle: Assignment['vehicle']
  customerName: string
}

const selectVisits = `select j.id, j.service_date::text as date, j.number, j.slot, j.technician_id,
      j.status = 'scheduled' and not j.needs_confirmation as open,
      json_build_object('year', v.year, 'make', v.make, 'model', v.model) as vehicle,
      coalesce(nullif(j.contact_name, ''), trim(c.first_name || ' ' || c.last_name)) as customer_name
    from jobs j join vehicles v on v.id = j.vehicle_id join users c on c.id = j.customer_id`

const visitsOfDay = {
  name: 'visits-to-assign',
  text: `${selectVisits}
    where j.service_date = $1::date and j.status <> 'cancelled'
    order by j.slot, j.number limit 1000`,
}

const chosenVisits = {
  name: 'visits-chosen-to-assign',
  text: `${selectVisits} where j.id = any($1::uuid[])`,
}

/** The best technician for each unassigned visit of a business-local date, none who could not be there in time. */
export async function proposeDay(date: LocalDate): Promise<Assignment[]> {
  const [rows, day] = await Promise.all([
    queryRows<VisitRow>(visitsOfDay, [date]),
    readRoadDay({ date }),
  ])
  const open = rows.filter((row) => row.open && day.visits.some(({ id }) => id === row.id))
  const plan = bestPlan(
    day,
    open.map(({ id }) => id),
  )
  return open.map((visit) => {
    const technician = day.technicians.find(({ id }) => id === plan.get(visit.id))
    return assignmentOf(visit, technician, technician ? null : whyNobody(day, visit.id, plan))
  })
}

/**
 * Proposals for the given visits, in their order; none for a visit of another day. Throws Invalid for a repeated visit,
 * NotFound for a missing one.
 */
export async function proposeChosen(
  date: LocalDate,
  chosen: readonly { jobId: string; technicianId: string }[],
): Promise<Assignment[]> {
  const ids = chosen.map(({ jobId }) => jobId.toLowerCase())
  if (new Set(ids).size < ids.length)
    throw new Invalid(phrase('The same visit is in the list twice. Give each visit once.'))
  const [visits, technicians] = await Promise.all([
    queryRows<VisitRow>(chosenVisits, [ids]),
    readRoster(date),
  ])
  return chosen.map(({ technicianId }, at) => {
    const visit = visits.find(({ id }) => id === ids[at])
    if (!visit) throw new NotFound(phrase('Job not found.'))
    if (visit.date !== date)
      return assignmentOf(
        visit,
        undefined,
        t('This visit is on another day: {day}.', { day: formatDay(visit.date) }),
      )
    const technician = technicians.find(({ id }) => id === technicianId.toLowerCase())
    const problem = technician ? null : t('This technician cannot be given visits.')
    return assignmentOf(visit, technician, problem)
  })
}

const assignmentOf = (
  visit: VisitRow,
  technician: RosterEntry | undefined,
  problem: string | null,
): Assignment => ({
  jobId: visit.id,
  number: jobNumber(visit.number),
  timeSlot: slotLabel(visit.slot),
  vehicle: visit.vehicle,
  customerName: visit.customerName,
  technician: technician ? { id: technician.id, name: technician.name } : null,
  assigned: false,
  problem,
})

type Plan = ReadonlyMap<string, string | null>

/** Where the road decides, other visits without a technician keep someone who can take them. */
function bestPlan(day: RoadDay, open: readonly string[]): Plan {
  const tentative = roadDecides() && tentativeOf(day)
  // Avoids searching again for visits that no one can take.
  const planned = tentative && {
    ...day,
    visits: day.visits
      .filter(({ id, technicianId }) => technicianId || tentative.has(id))
      .map((visit) => ({ ...visit, tentativeTechnicianId: tentative.get(visit.id) ?? null })),
  }
  const stopsOf = (who: string) => day.visits.filter(({ technicianId }) => technicianId === who)
  return planAssignments(
    open.flatMap((id) => {
      const visit = day.visits.find((one) => one.id === id)
      return visit ? { id, slot: visit.slot, place: visit.place ?? null } : []
    }),
    day.technicians.map(({ id }) => ({
      id,
      stops: stopsOf(id).map(({ slot, place = null }) => ({ slot, place })),
    })),
    (technicianId, { id }, assigned) => {
      const technician = day.technicians.find((one) => one.id === technicianId)
      const visits = withAssigned(planned || day, assigned)
      const visit = visits.find((one) => one.id === id)
      if (!technician || !visit) return false
      if (assignmentRefusal(technician, visit, visits, day.road) !== null) return false
      if (!planned) return true
      const others = { ...day, visits: visits.filter((one) => one !== visit) }
      return placeVisit(others, planDay(others), visit, [technicianId]) !== null
    },
  )
}

const tentativeOf = (day: RoadDay): ReadonlyMap<string, string> =>
  new Map([...planDay(day).visitsOf].flatMap(([who, visits]) => visits.map(({ id }) => [id, who])))

const withAssigned = ({ visits }: RoadDay, assigned: Plan) =>
  visits.map((visit) => ({ ...visit, technicianId: assigned.get(visit.id) ?? visit.technicianId }))

function whyNobody(day: RoadDay, visitId: string, plan: Plan): string {
  const visits = withAssigned(day, plan)
  const visit = visits.find(({ id }) => id === visitId)
  const refusals = day.technicians.map(
    (one) => visit && assignmentRefusal(one, visit, visits, day.road),
  )
  const isRoad = refusals.some((refusal) => !refusal || isAboutRoad(refusal))
  return isRoad ? t('No technician can be there in time.') : t('No one is free at that time.')
}
