import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { settleStock } from '#server/features/catalog/actions/settle-stock.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { transitionJob } from '../change-job.ts'
import { extraRows } from '#server/reads/extras.ts'
import { loadJob } from '#server/reads/visits.ts'
import { isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'

/**
 * Completes a job: saves notes, closes the conversation, leaves out unanswered extras, takes used supplies from stock, and
 * wakes payment processing. Throws NotFound, or Conflict unless the job is in progress.
 */
export async function completeJob(person: Person, id: string, notes?: string): Promise<void> {
  await transaction(async () => {
    const before = await loadJob(person, id, mayWorkOnJob)
    const { at, receivedAt } = await timeOfStep(id, 'service_completed')
    const isLate = notes !== undefined && (await isOutdated(id, 'notes_saved', at))
    await transitionJob(person, before, 'complete', {
      completedAt: at,
      completedReceivedAt: receivedAt,
      ...(notes && !isLate && { technicianNotes: notes }),
    })
    // Read again: an extra may have been charged while this waited for the lock.
    const job = await loadJob(person, id, mayWorkOnJob)
    const common = { job, by: person.id, at }
    if (notes && isLate) await happened({ event: 'notes_saved', ...common, data: { late: notes } })
    const leftOut = (await extraRows(id))
      .filter(({ approval }) => approval === 'waiting')
      .map(({ id: extraId, description, totalCents }) => ({ extraId, description, totalCents }))
    await happened({ event: 'service_completed', ...common, data: { leftOut } })
    for (const data of leftOut) await happened({ event: 'extra_left_out', ...common, data })
    // Last, because other completions wait for the stock rows locked here.
    await settleStock(id, person.id)
  })
}
