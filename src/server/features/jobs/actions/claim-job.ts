import { transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { happened } from '#server/events/happened.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict, Forbidden } from '#server/http/errors.ts'
import { mayTakeJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from './change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { assertMayTake } from './assert-may-take.ts'

/**
 * Assigns a job in the unassigned queue to the technician asking. Throws Forbidden when only the operator assigns, Conflict
 * when someone else was first or the technician may not take it.
 */
export async function claimJob(person: Person, id: string): Promise<void> {
  if (!currentSettings().technicianSelfAssign)
    throw new Forbidden(phrase('Visits are assigned by the office.'))
  try {
    await transaction(async () => {
      const job = await loadJob(person, id, mayTakeJob)
      if (job.technicianId) throw new Conflict(phrase('Someone else took this visit first.'))
      if (job.needsConfirmation)
        throw new Conflict(phrase('The office has to confirm this visit first.'))
      await assertMayTake(person.id, job, person)
      await transitionJob(person, job, 'claim', { technicianId: person.id })
      await happened({
        event: 'job_claimed',
        job: { ...job, technicianId: person.id },
        by: person.id,
        data: { date: job.serviceDate, slot: job.slot },
      })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'jobs_technician_busy'))
      throw new Conflict(phrase('You already have a visit at that time.'))
    throw error
  }
}
