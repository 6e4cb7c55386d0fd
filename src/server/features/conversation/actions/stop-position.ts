import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { deletePosition } from './delete-position.ts'

/** Deletes the position of a job's technician; repeatable. Throws NotFound. */
export async function stopPosition(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (await deletePosition(id))
      await happened({ event: 'position_changed', job, by: person.id, data: {} })
  })
}
