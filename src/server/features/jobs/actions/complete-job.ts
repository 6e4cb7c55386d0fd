import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { transitionJob } from '../change-job.ts'
import { loadJob } from '../queries.ts'

/**
 * The work is done: notes kept, conversation closed, payment left to the background. Throws NotFound, or Conflict
 * unless the job is in progress.
 */
export async function completeJob(person: Person, id: string, notes?: string): Promise<void> {
  await transaction(async () => {
    const before = await loadJob(person, id, mayWorkOnJob)
    await transitionJob(person, before, 'complete', {
      completedAt: now(),
      ...(notes && { technicianNotes: notes }),
    })
    // Read anew: an extra may have been charged while this waited for the visit.
    const job = await loadJob(person, id, mayWorkOnJob)
    await happened({ event: 'service_completed', job, by: person.id, data: {} })
  })
}
