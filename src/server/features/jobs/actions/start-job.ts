import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { deletePosition } from '#server/features/conversation/actions/delete-position.ts'
import { Conflict } from '#server/http/errors.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { phrase } from '#shared/texts/t.ts'
import { claimedTime } from '#server/base/claimed-time.ts'
import { changeActiveJob, transitionJob } from './change-job.ts'
import { assertApproved } from '#server/reads/companies.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { lockJob } from './lock-open-job.ts'

/**
 * Starts the work. A phone may hand in a start of work that was started elsewhere in the meantime: the earlier time counts.
 * Throws NotFound, or Conflict unless the job is scheduled or assigned, or when it was started for a time it has been moved
 * away from.
 */
export async function startJob(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await lockJob(person, id, mayWorkOnJob)
    if (job.needsConfirmation && isNotStarted(job.status))
      throw new Conflict(phrase('Please confirm the request first.'))
    await assertApproved(id)
    const { at, receivedAt } = await timeOfStep(id, 'service_started')
    const times = { startedAt: at, startedReceivedAt: receivedAt }
    const common = { event: 'service_started', job, by: person.id, at } as const
    if (job.status === 'in_progress' && claimedTime()) {
      if (job.startedAt && job.startedAt <= at) return
      await changeActiveJob(job, times)
      return happened({ ...common, data: { again: true } })
    }
    await transitionJob(person, job, 'start', times)
    await deletePosition(id)
    await happened({ ...common, data: {} })
  })
}
