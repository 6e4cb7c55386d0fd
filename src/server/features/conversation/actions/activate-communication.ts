import { and, eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import {
  mayConverse,
  conversationStatuses,
  type OpeningEvent,
  openingEvents,
} from '#shared/rules/conversation.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { phrase } from '#shared/texts/t.ts'
import { announcedEvents } from '../queries.ts'
import { deletePosition } from './delete-position.ts'
import { endConversation } from './end-conversation.ts'

/**
 * Opens communication with one of its two events and notifies the customer; an event already announced changes nothing.
 * Throws NotFound, Conflict unless a technician is assigned and the work is not over.
 */
export async function activateCommunication(
  person: Person,
  id: string,
  event: OpeningEvent,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (!mayConverse(job.status)) throw refusal(job.status)
    const opened = await db()
      .update(jobs)
      .set({ communicationActive: true })
      .where(and(eq(jobs.id, id), inArray(jobs.status, [...conversationStatuses])))
      .returning({ technicianId: jobs.technicianId })
    if (opened[0]?.technicianId !== job.technicianId) throw new Conflict()
    // The update above locks the job, so of two presses the second finds the first one's entry.
    if ((await announcedEvents(id)).includes(event)) return
    const { at } = await timeOfStep(id, openingEvents[event].event)
    const opening = { job, by: person.id, at }
    if (event === 'on_my_way') {
      await happened({ ...opening, event: 'technician_on_way', data: {} })
      return
    }
    // Tracking ends at the door. The last place stays with the arrival, as evidence of the visit.
    const last = await deletePosition(id)
    const isRecent = last && last.expiresAt > at
    const position = isRecent && {
      latitude: last.latitude,
      longitude: last.longitude,
      recordedAt: last.recordedAt.toISOString(),
    }
    await happened({
      ...opening,
      event: 'technician_arrived',
      data: position ? { position } : {},
    })
  })
}

function refusal(status: Parameters<typeof mayConverse>[0]) {
  if (isNotStarted(status)) return new Conflict(phrase('Please assign a technician first.'))
  return new Conflict(alreadyInStatus(status))
}

/** Ends the conversation for the technician and notifies the customer. Throws NotFound, Conflict when it is not active. */
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
