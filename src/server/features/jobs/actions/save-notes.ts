import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'

/** Saves the technician's notes. Throws NotFound, or Conflict once the work is over. */
export async function saveNotes(person: Person, id: string, notes: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await changeActiveJob(job, { technicianNotes: notes })
    const { at } = await timeOfStep(id, 'notes_saved')
    await happened({ event: 'notes_saved', job, by: person.id, at, data: {} })
  })
}
