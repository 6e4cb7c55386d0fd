import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/job-events.ts'
import { endConversation } from '#server/features/conversation/actions/end-conversation.ts'
import { writeEntry } from '#server/features/conversation/actions/write-entry.ts'
import { endRequests } from '#server/features/notifications/actions/end-requests.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { consequencesOf } from './consequences.ts'
import { firstTimeOnly } from './happen-once.ts'
import type { Happening } from './happening.ts'
import { type LiveUpdate, liveUpdate, publish } from './live-updates.ts'
import { notify } from './notify.ts'
import { writeOfficeHistory } from './write-office-history.ts'

/**
 * Says in the current transaction that something happened; all that follows from it is in the table of consequences.
 * What happens once by its entry there is not repeated.
 */
export async function happened(...said: readonly Happening[]): Promise<void> {
  if (said.length === 0) return
  await transaction(async () => {
    const all = await firstTimeOnly(said)
    if (all.length === 0) return
    await writeHistory(all)
    await writeOfficeHistory(all)
    const updates: LiveUpdate[] = []
    for (const one of all) {
      updates.push(liveUpdate(one, await enterConversation(one)))
      const ended = consequencesOf(one.event).endsRequests?.(one.data)
      if (one.job && ended) await endRequests(one.job.id, ended.as, ended.extraId)
      if (one.job && consequencesOf(one.event).wakesPayment) await wakePayment(one.job.id)
    }
    await notify(all)
    await publish(updates)
  })
}

/** Notifies people of what was recorded, and shown on open screens, by the statement that did it. */
export function notifyRecorded(all: readonly Happening[]): Promise<void> {
  return transaction(() => notify(all))
}

async function writeHistory(all: readonly Happening[]): Promise<void> {
  const receivedAt = now()
  const rows = all.flatMap(({ event, job, by, data, at: createdAt = receivedAt }) =>
    job && consequencesOf(event).history
      ? [{ jobId: job.id, actorId: by, kind: event, data: { ...data }, createdAt, receivedAt }]
      : [],
  )
  if (rows.length > 0) await db().insert(jobEvents).values(rows)
}

async function enterConversation({ event, job, by, at, entryId }: Happening) {
  const { conversation } = consequencesOf(event)
  if (entryId || !job || !conversation) return entryId
  return conversation.ends ? endConversation(job, by, event, at) : writeEntry(job, by, event, at)
}
