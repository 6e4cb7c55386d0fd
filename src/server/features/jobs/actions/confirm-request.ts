import { queryRow, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { recordJobEvent, refusal } from '../change-job.ts'
import { leastLoaded } from '../free-place.ts'
import type { JobRow } from '../job-row.ts'
import { loadJob } from '../queries.ts'
import { confirmSoon } from '../tasks.ts'

const statement = {
  name: 'confirm-request',
  text: `with ${leastLoaded('$3::boolean')}
  update jobs set needs_confirmation = false, confirmation_due = true,
    technician_id = (select id from technician),
    status = case when exists (select from technician) then 'assigned' else 'scheduled' end
  where id = $4::uuid and needs_confirmation and status = 'scheduled' and technician_id is null
    and service_date = $1::date and slot = $2::smallint
  returning id`,
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
      if (!job.needsConfirmation) throw new Conflict(phrase('This visit is confirmed already.'))
      const values = [job.serviceDate, job.slot, autoAssign, id]
      if (!(await queryRow(statement, values))) throw new Conflict()
      await recordConfirmation(person, job)
    })
  } catch (error) {
    // The technician whom the server chose has just been given another visit.
    if (isUniqueViolation(error, 'jobs_technician')) throw new Conflict()
    throw error
  }
}

/** What a change must set with which the office takes a visit on; nothing when it was no request. */
export const confirmed = (job: JobRow) =>
  job.needsConfirmation ? { needsConfirmation: false, confirmationDue: true } : {}

/** Writes into the history, in the current transaction, that a request was confirmed; the customer hears of it. */
export async function recordConfirmation(person: Person, job: JobRow): Promise<void> {
  await recordJobEvent(job.id, person.id, 'confirmed')
  confirmSoon()
}
