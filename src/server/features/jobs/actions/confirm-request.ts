import { queryRow, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { happened } from '#server/events/happened.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict } from '#server/http/errors.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { refusal } from '../change-job.ts'
import { leastLoaded } from '../free-seat.ts'
import type { JobRow } from '../job-row.ts'
import { loadJob } from '../queries.ts'

const statement = {
  name: 'confirm-request',
  text: `with ${leastLoaded('$3::boolean')}
  update jobs set needs_confirmation = false, confirmation_due = false,
    technician_id = (select id from technician),
    status = case when exists (select from technician) then 'assigned' else 'scheduled' end
  where id = $4::uuid and needs_confirmation and status = 'scheduled' and technician_id is null
    and service_date = $1::date and slot = $2::smallint
  returning technician_id as "technicianId"`,
}

/**
 * Confirms a visit outside the service area; its customer gets the usual confirmation, and a technician is named if
 * the server assigns. Throws NotFound, Conflict when it needs no confirmation or somebody changed it at this moment.
 */
export async function confirmRequest(person: Person, id: string): Promise<void> {
  const { autoAssign } = currentSettings()
  try {
    await transaction(async () => {
      const job = await loadJob(person, id, mayManageBooking)
      if (!isNotStarted(job.status)) throw refusal(job.status)
      if (!job.needsConfirmation) throw new Conflict(phrase('This visit is already confirmed.'))
      const values = [job.serviceDate, job.slot, autoAssign, id]
      const found = await queryRow<Pick<JobRow, 'technicianId'>>(statement, values)
      if (!found) throw new Conflict()
      await happened({
        event: 'job_confirmed',
        job: { ...job, ...found },
        by: person.id,
        data: { date: job.serviceDate, slot: job.slot },
      })
    })
  } catch (error) {
    // The technician whom the server chose has just been given another visit.
    if (isUniqueViolation(error, 'jobs_technician')) throw new Conflict()
    throw error
  }
}

/** What a change must set with which the office takes a visit on; its customer is told then, not as of a booking. */
export const confirmed = (job: JobRow) =>
  job.needsConfirmation ? { needsConfirmation: false, confirmationDue: false } : {}
