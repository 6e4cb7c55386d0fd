import { queryRows } from '#server/database/database.ts'
import { readRoster, type RosterEntry } from '#server/features/technicians/queries/roster.ts'
import type { Assignment } from '#shared/contract/dispatch.ts'
import { assignmentRefusal, skillNeeded } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { OilType } from '#shared/rules/oil.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'
import { planAssignments } from '../plan-assignments.ts'

type VisitRow = {
  id: string
  number: number
  slot: number
  technicianId: string | null
  open: boolean
  oilType: OilType
  latitude: number | null
  longitude: number | null
  vehicle: Assignment['vehicle']
  customerName: string
}

const visitsOfDay = {
  name: 'visits-to-assign',
  text: `select j.id, j.number, j.slot, j.technician_id as "technicianId",
      j.status = 'scheduled' and not j.needs_confirmation as open, j.latitude, j.longitude,
      p.oil_type as "oilType",
      json_build_object('year', v.year, 'make', v.make, 'model', v.model) as vehicle,
      trim(c.first_name || ' ' || c.last_name) as "customerName"
    from jobs j join service_packages p on p.id = j.service_package_id
      join vehicles v on v.id = j.vehicle_id join users c on c.id = j.customer_id
    where j.service_date = $1::date and j.status <> 'cancelled'
    order by j.slot, j.number limit 1000`,
}
/** Of each unassigned visit of a business-local date who is to do it: as `chosen`, else as it is planned best. */
export async function proposeDay(
  date: LocalDate,
  chosen?: readonly { jobId: string; technicianId: string }[],
): Promise<Assignment[]> {
  const [visits, technicians] = await Promise.all([
    queryRows<VisitRow>(visitsOfDay, [date]),
    readRoster(date),
  ])
  const plan = chosen
    ? new Map<string, string | null>(chosen.map(({ jobId, technicianId }) => [jobId, technicianId]))
    : bestPlan(date, visits, technicians)
  return visits
    .filter(({ id, open }) => (chosen ? plan.has(id) : open))
    .map((visit) => {
      const technicianId = plan.get(visit.id)
      const technician = technicians.find(({ id }) => id === technicianId)
      return {
        jobId: visit.id,
        number: jobNumber(visit.number),
        timeSlot: slotLabel(visit.slot),
        vehicle: visit.vehicle,
        customerName: visit.customerName,
        technician: technician ? { id: technician.id, name: technician.name } : null,
        assigned: false,
        problem: technician ? null : t('Nobody is free then.'),
      }
    })
}

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
