import { queryRows } from '#server/database/database.ts'
import { readRoster, type RosterEntry } from '#server/reads/roster.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import type { Assignment } from '#shared/contract/dispatch.ts'
import { assignmentRefusal, skillNeeded } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { OilType } from '#shared/rules/oil.ts'
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
  oilType: OilType
  latitude: number | null
  longitude: number | null
  vehicle: Assignment['vehicle']
  customerName: string
}

const selectVisits = `select j.id, j.service_date::text as date, j.number, j.slot, j.technician_id,
      j.status = 'scheduled' and not j.needs_confirmation as open, j.latitude, j.longitude,
      p.oil_type,
      json_build_object('year', v.year, 'make', v.make, 'model', v.model) as vehicle,
      coalesce(nullif(j.contact_name, ''), trim(c.first_name || ' ' || c.last_name)) as customer_name
    from jobs j join service_packages p on p.id = j.service_package_id
      join vehicles v on v.id = j.vehicle_id join users c on c.id = j.customer_id`

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

/** The best technician for each unassigned visit of a business-local date. */
export async function proposeDay(date: LocalDate): Promise<Assignment[]> {
  const [visits, technicians] = await Promise.all([
    queryRows<VisitRow>(visitsOfDay, [date]),
    readRoster(date),
  ])
  const plan = bestPlan(date, visits, technicians)
  return visits
    .filter(({ open }) => open)
    .map((visit) => {
      const technician = technicians.find(({ id }) => id === plan.get(visit.id))
      return assignmentOf(visit, technician, technician ? null : t('No one is free at that time.'))
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

function bestPlan(
  date: LocalDate,
  visits: readonly VisitRow[],
  technicians: readonly RosterEntry[],
) {
  const stops = visits.map(({ latitude, longitude, ...visit }) => ({
    ...visit,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  }))
  return planAssignments(
    stops.filter(({ open }) => open),
    technicians.map(({ id }) => ({
      id,
      stops: stops.filter(({ technicianId }) => technicianId === id),
    })),
    (technicianId, { id, slot }) => {
      const technician = technicians.find((one) => one.id === technicianId)
      const visit = visits.find((one) => one.id === id)
      if (!technician || !visit) return false
      const wanted = { id, date, slot, skill: skillNeeded(visit.oilType) }
      return assignmentRefusal(technician, wanted, []) === null
    },
  )
}
