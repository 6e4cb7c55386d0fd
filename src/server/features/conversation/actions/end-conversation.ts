import { and, eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import type { EventName } from '#shared/rules/events.ts'
import { deletePosition } from './delete-position.ts'
import { writeEntry } from './write-entry.ts'

/**
 * Ends communication and position sharing after a change to the visit, with an entry in the conversation. Returns the
 * entry's id, undefined when it was not active. `actorId` null means the server.
 */
export async function endConversation(
  job: { id: string; customerId: string },
  actorId: string | null,
  because: EventName,
  at?: Date,
): Promise<string | undefined> {
  return transaction(async () => {
    const ended = await db()
      .update(jobs)
      .set({ communicationActive: false })
      .where(and(eq(jobs.id, job.id), eq(jobs.communicationActive, true)))
      .returning({ id: jobs.id })
    if (ended.length === 0) return undefined
    await deletePosition(job.id)
    return writeEntry(job, actorId, because, at)
  })
}
