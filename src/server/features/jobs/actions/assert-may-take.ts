import { lockWorker, type RosterEntry } from '#server/reads/roster.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import {
  type AssignmentRefusal,
  assignmentRefusal,
  ownRefusalPhrase,
  refusalPhrase,
} from '#shared/rules/assignment.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { type JobRow, visitOf } from '#server/reads/job-row.ts'
import { roadDecides } from '../queries/road-days.ts'
import { placeOf } from '#server/features/service-area/queries.ts'
import { lockDay, placingFor, storePlan, travelRefusalOf } from './place-on-road.ts'

/**
 * Returns the technician, locked until the transaction ends, if they may take the visit; double bookings are left to the
 * database. Where the road decides, the rest of the day is planned around it. Throws NotFound unless they are active, Conflict
 * with `details.refusal` when they are not working then, lack the skill or cannot be there in time, worded for the person
 * asking.
 */
export async function assertMayTake(
  technicianId: string,
  job: JobRow,
  person: Person,
  { beyondRoad = false }: { beyondRoad?: boolean | undefined } = {},
): Promise<RosterEntry> {
  await lockDay(job.serviceDate)
  const worker = await lockWorker(technicianId, job.serviceDate)
  if (!worker) throw new NotFound(phrase('There is no such active technician.'))
  const visit = { ...visitOf(job), place: await placeOf(job) }
  const refusal = assignmentRefusal(worker, visit, [])
  if (refusal) throw refused(worker, refusal, person)
  if (roadDecides()) {
    const placing = await placingFor(visit, { assign: false, only: [technicianId], beyondRoad })
    if (placing) await storePlan(person, { ...job, technicianId }, placing)
    else {
      const inTheWay = await travelRefusalOf(technicianId, visit)
      if (inTheWay?.reason === 'busy') throw doubleBooked(technicianId)
      throw inTheWay ? refused(worker, inTheWay, person) : restOfDay(worker)
    }
  }
  return worker
}

/** The Conflict when assigning this technician would leave another visit of the day without anyone. */
const restOfDay = ({ id, name }: RosterEntry) =>
  new Conflict(
    phrase(
      'Then no one could be in time for another visit that day, which has no technician yet. Assign that visit first, or choose someone other than {name}.',
      { name: name || '?' },
    ),
    { reason: 'travel', technicianId: id },
  )

function refused(worker: RosterEntry, refusal: AssignmentRefusal, person: Person) {
  const formats = { formatDay, formatClock }
  return new Conflict(
    person.id === worker.id
      ? ownRefusalPhrase(refusal, formats)
      : refusalPhrase(worker.name || '?', refusal, formats),
    { reason: 'technician', technicianId: worker.id, refusal },
  )
}

/** The Conflict for a technician who has another visit at that time. */
export const doubleBooked = (technicianId: string | null) =>
  new Conflict(
    phrase('This technician already has a visit at that time. Please choose another technician.'),
    { reason: 'technician', technicianId, refusal: { reason: 'busy' } },
  )
