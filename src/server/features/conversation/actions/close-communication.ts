import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { endConversation } from './end-conversation.ts'

/** Ends the conversation for the technician and tells the customer. Throws NotFound, Conflict when it is not active. */
export async function closeCommunication(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    const event = 'communication_closed'
    const { at } = await timeOfStep(id, event)
    const entryId = await endConversation(job, person.id, event, at)
    if (!entryId) throw new Conflict(phrase('Communication is not active.'))
    await happened({ event, job, by: person.id, at, data: {}, entryId })
  })
}
