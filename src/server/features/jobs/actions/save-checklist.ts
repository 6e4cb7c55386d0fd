import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { type ChecklistItemId, checklistIds } from '#shared/rules/checklist.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob } from '../queries.ts'
import { timeOfStep } from '../time-of-work.ts'

/** Keeps which items are ticked, in the order of work. Throws NotFound, or Conflict once the work is over. */
export async function saveChecklist(
  person: Person,
  id: string,
  items: readonly ChecklistItemId[],
): Promise<void> {
  const checklist = checklistIds.filter((item) => items.includes(item))
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await changeActiveJob(job, { checklist })
    const data = { ticked: checklist.length }
    const { at } = await timeOfStep(id, 'checklist_saved')
    await happened({ event: 'checklist_saved', job, by: person.id, at, data })
  })
}
