import { and, eq, gt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { conversationEntries } from '#server/database/tables/conversation-entries.ts'
import { happened } from '#server/events/happened.ts'
import { timeOfStep } from '#server/features/jobs/queries.ts'
import { loadJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'
import { wasSentAsSms } from '#server/features/notifications/queries.ts'
import { readWorker } from '#server/reads/roster.ts'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Person } from '#shared/rules/roles.ts'
import { sentBefore, toCommunication } from '../queries.ts'
import { receiverOf } from './receiver-of.ts'

type NewMessage = {
  message: string
  clientId?: string
  /** Also sent as a text message, if the other party is to be texted. */
  asText?: boolean
}
type EntryRow = typeof conversationEntries.$inferSelect

/**
 * Writes to the other party of the job: the customer to the technician, everybody else to the customer. A repeat with
 * the same `clientId` answers the first message, even when the conversation is over by then. Throws NotFound, or Conflict
 * while communication is not active.
 */
export async function sendMessage(
  person: Person,
  id: string,
  { message, clientId, asText }: NewMessage,
): Promise<Communication> {
  return transaction(async () => {
    const job = await loadJob(person, id)
    const before = clientId && (await sentBefore(id, person.id, clientId))
    if (before) return { ...before, texted: await wasSentAsSms(before.id) }
    const toUserId = await receiverOf(person, job)
    const { at, receivedAt } = await timeOfStep(id, 'job_message')
    const [row] = await db()
      .insert(conversationEntries)
      .values({
        jobId: id,
        type: 'message',
        direction: person.id === job.customerId ? 'inbound' : 'outbound',
        fromUserId: person.id,
        toUserId,
        message,
        clientId: clientId ?? null,
        createdAt: at,
        receivedAt,
      })
      .onConflictDoNothing()
      .returning()
    if (row) {
      const asSms = asText === true && (await fewTextsSoFar(row))
      const writer = writerOf(person, job)
      const gone = writer.byCustomer && (await isGone(toUserId))
      await happened({
        event: 'job_message',
        // Whoever it goes to, should somebody else have been named meanwhile.
        job: person.id === job.customerId ? { ...job, technicianId: toUserId } : job,
        by: person.id,
        at,
        data: { ...writer, message, asSms, ...(gone && { technicianGone: true as const }) },
        entryId: row.id,
      })
      return { ...toCommunication(row), texted: asSms && (await wasSentAsSms(row.id)) }
    }
    // The same message came twice at once, and the other one was first.
    const first = clientId && (await sentBefore(id, person.id, clientId))
    if (!first) throw new Conflict()
    return { ...first, texted: await wasSentAsSms(first.id) }
  })
}

/** The name is empty for a customer who has not given one. */
function writerOf(person: Person, job: JobRow): { name: string; byCustomer: boolean } {
  const byCustomer = person.id === job.customerId
  if (byCustomer) return { name: job.customerName, byCustomer }
  const name = person.id === job.technicianId ? job.technicianFirstName : ''
  return { name: name || currentSettings().brandName, byCustomer }
}

/** Whether a technician was deactivated while a visit of theirs went on, which the office ends. */
const isGone = async (technicianId: string): Promise<boolean> =>
  (await readWorker(technicianId, businessToday()))?.status === 'deactivated'

/** Texts cost the business money: who writes more than this an hour about a visit is read in the app. */
const mostTexts = 30
const hourMs = 60 * 60_000

async function fewTextsSoFar({ fromUserId, jobId }: EntryRow): Promise<boolean> {
  const lately = and(
    eq(conversationEntries.jobId, jobId),
    eq(conversationEntries.fromUserId, fromUserId ?? ''),
    gt(conversationEntries.createdAt, new Date(now().getTime() - hourMs)),
  )
  return (await db().$count(conversationEntries, lately)) <= mostTexts
}
