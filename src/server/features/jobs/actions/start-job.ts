import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { deletePosition } from '#server/features/conversation/actions/delete-position.ts'
import { Conflict } from '#server/http/errors.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from '../change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'

/**
 * Starts the work. Throws NotFound, or Conflict unless the job is scheduled or assigned, or when it was started for a time
 * it has been moved away from.
 */
export async function startJob(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (job.needsConfirmation && isNotStarted(job.status))
      throw new Conflict(phrase('Please confirm the request first.'))
    const { at, receivedAt } = await timeOfStep(id, 'service_started')
    await transitionJob(person, job, 'start', { startedAt: at, startedReceivedAt: receivedAt })
    await deletePosition(id)
    await happened({ event: 'service_started', job, by: person.id, at, data: {} })
  })
}
