import { and, eq, inArray } from 'drizzle-orm'
import { now } from '#server/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { communications } from '#server/database/tables/messages.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Communication } from '#shared/contract/chat.ts'
import { talkStatuses } from '#shared/rules/chat.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { sentBefore, toCommunication } from '../queries.ts'
import { talkNews } from './talk-news.ts'
import { tellSockets } from './tell-sockets.ts'

type NewMessage = { message: string; clientId?: string }
type JobRow = Awaited<ReturnType<typeof loadJob>>

/**
 * Writes to the other party of the job: the customer to the technician, everybody else to the customer. A repeat with
 * the same `clientId` answers the first message, even when the talk is over by then. Throws NotFound, or Conflict
 * while communication is not active.
 */
export async function sendMessage(
  person: Person,
  id: string,
  { message, clientId }: NewMessage,
): Promise<Communication> {
  return transaction(async () => {
    const job = await loadJob(person, id)
    const before = clientId && (await sentBefore(id, person.id, clientId))
    if (before) return before
    const toUserId = await receiver(person, job)
    const [row] = await db()
      .insert(communications)
      .values({
        jobId: id,
        type: 'sms',
        direction: person.id === job.customerId ? 'inbound' : 'outbound',
        fromUserId: person.id,
        toUserId,
        message,
        clientId: clientId ?? null,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning()
    if (row) {
      await tell(toUserId, person, job, message)
      await tellSockets('message', job, { also: person.id, entryId: row.id })
      return toCommunication(row)
    }
    // The same message came twice at once, and the other one was first.
    const first = clientId && (await sentBefore(id, person.id, clientId))
    if (!first) throw new Conflict()
    return first
  })
}

/** Who gets it. The lock makes a closing at this moment wait, so that nothing is written into a closed talk. */
async function receiver(person: Person, job: JobRow): Promise<string> {
  const [open] = await db()
    .select({ technicianId: jobs.technicianId })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, job.id),
        eq(jobs.communicationActive, true),
        inArray(jobs.status, [...talkStatuses]),
      ),
    )
    .for('share')
  const to = person.id === job.customerId ? open?.technicianId : open && job.customerId
  if (!to) throw new Conflict(t('Communication is not active.'))
  return to
}

const shownOfMessage = 160

function tell(userId: string, person: Person, job: JobRow, message: string): Promise<void> {
  const names: Record<string, string | null> = {
    [job.customerId]: job.customerName,
    [job.technicianId ?? '']: job.technicianName,
  }
  const name = names[person.id] || currentSettings().brandName
  return notifyPerson({
    userId,
    type: talkNews.message,
    title: t('Message from {name}', { name }),
    // Cut between characters, never inside one.
    message: [...message].slice(0, shownOfMessage).join(''),
    jobId: job.id,
  })
}
