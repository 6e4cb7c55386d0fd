import { transaction } from '#server/database/database.ts'
import { type ChecklistItemId, checklistIds } from '#shared/rules/checklist.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob, recordJobEvent } from '../change-job.ts'
import { loadJob } from '../queries.ts'

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
    await recordJobEvent(id, person.id, 'checklist_saved', { ticked: checklist.length })
  })
}
