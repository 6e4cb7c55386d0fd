import { and, eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { type TalkEnding, talkEndings } from '#shared/rules/chat.ts'
import { announce } from './announce.ts'
import { forgetPosition } from './stop-position.ts'

/**
 * Ends communication and the sharing of a position, whatever the job came to, and says why in its history; false when
 * it was not active. Tells nobody: whoever ends it does. `actorId` null means the server itself.
 */
export async function endTalk(
  job: { id: string; customerId: string; technicianId?: string | null },
  actorId: string | null,
  ending: TalkEnding,
): Promise<boolean> {
  return transaction(async () => {
    const ended = await db()
      .update(jobs)
      .set({ communicationActive: false })
      .where(and(eq(jobs.id, job.id), eq(jobs.communicationActive, true)))
      .returning({ id: jobs.id })
    if (ended.length === 0) return false
    await forgetPosition(job)
    await announce(job, actorId, talkEndings[ending])
    return true
  })
}
