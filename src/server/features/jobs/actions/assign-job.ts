import { transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { happened } from '#server/events/happened.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type SlotLabel, slotLabel } from '#shared/rules/slots.ts'
import { assertMayTransition, transitionJob } from './change-job.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { loadJob } from '#server/reads/visits.ts'
import { assignmentConflict, moveConflict } from '../queries/visit-conflict.ts'
import { assertMayTake, doubleBooked } from './assert-may-take.ts'
import { assertNotLocked } from './lock-visit.ts'
import { seatRequest, retryWhenSeatTaken } from './confirm-request.ts'

/** `seen`: the technician and time shown on screen. */
type Wanted = {
  technicianId: string | null
  seen?: Seen | undefined
  /** Whether or not the technician can be there in time. */
  beyondRoad?: boolean | undefined
}
type Seen = {
  technicianId: string | null
  scheduledDate?: LocalDate | undefined
  scheduledTime?: SlotLabel | undefined
}

/**
 * Assigns a job to a technician, or to no one (null); assigning a request confirms it and takes a seat. Returns the job's
 * previous state. Throws NotFound for an inactive technician, Conflict when the work has started, the technician may not
 * take it, a request finds no seat, or the job was reassigned or moved since it was `seen`.
 */
export async function assignJob(person: Person, id: string, wanted: Wanted): Promise<JobRow> {
  try {
    return await retryWhenSeatTaken(() => assign(person, id, wanted))
  } catch (error) {
    if (isUniqueViolation(error, 'jobs_technician_busy')) throw doubleBooked(wanted.technicianId)
    throw error
  }
}

function assign(
  person: Person,
  id: string,
  { technicianId, seen, beyondRoad }: Wanted,
): Promise<JobRow> {
  return transaction(async () => {
    const before = await loadJob(person, id)
    const formerTechnicianId = before.technicianId
    if (seen && isElsewhere(before, seen)) throw await moveConflict(before)
    if (formerTechnicianId === technicianId) return before
    if (seen && seen.technicianId !== formerTechnicianId) throw await assignmentConflict(before)
    assertNotLocked(before)
    const job = { ...before, technicianId }
    const time = { date: job.serviceDate, slot: job.slot }
    if (technicianId === null) {
      await transitionJob(person, before, 'unassign', { technicianId })
      if (formerTechnicianId)
        await happened({
          event: 'job_unassigned',
          job,
          by: person.id,
          data: { ...time, formerTechnicianId },
        })
      return before
    }
    // Checked before the technician's day, which a visit that is over does not concern.
    assertMayTransition(person, before, 'assign')
    await assertMayTake(technicianId, job, person, { beyondRoad })
    const confirms = before.needsConfirmation && isNotStarted(before.status)
    if (confirms) await seatRequest(person, before, { technicianId, beyondRoad })
    else await transitionJob(person, before, 'assign', { technicianId })
    await happened({
      event: 'job_assigned',
      job,
      by: person.id,
      data: { ...time, technicianId, formerTechnicianId, confirms },
    })
    return before
  })
}

const isElsewhere = (job: JobRow, { scheduledDate, scheduledTime }: Seen): boolean =>
  (scheduledDate ?? job.serviceDate) !== job.serviceDate ||
  (scheduledTime ?? slotLabel(job.slot)) !== slotLabel(job.slot)
