import { and, eq, gt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { happened } from '#server/events/happened.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { loadJob } from '#server/reads/visits.ts'
import { contactOf, type JobRow } from '#server/reads/job-row.ts'
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
  /** Also sent as a text message, if the other party accepts texts. */
  asText?: boolean
}
type EntryRow = typeof conversationEntries.$inferSelect

/**
 * Sends a message to the other party of the job: the technician for the customer, the customer for everyone else. A repeat
 * with the same `clientId` returns the first message, even after the conversation ended. Throws NotFound, Conflict while
 * communication is not active.
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
        // The actual recipient, in case the technician has changed.
        job: person.id === job.customerId ? { ...job, technicianId: toUserId } : job,
        by: person.id,
        at,
        data: { ...writer, message, asSms, ...(gone && { technicianGone: true as const }) },
        entryId: row.id,
      })
      return { ...toCommunication(row), texted: asSms && (await wasSentAsSms(row.id)) }
    }
    // The same message arrived twice at once, and the other was first.
    const first = clientId && (await sentBefore(id, person.id, clientId))
    if (!first) throw new Conflict()
    return { ...first, texted: await wasSentAsSms(first.id) }
  })
}

/** A link is used by the visit's contact. The name is empty if the customer gave none. */
function writerOf(person: Person, job: JobRow): { name: string; byCustomer: boolean } {
  const byCustomer = person.id === job.customerId
  if (byCustomer) return { name: person.link ? contactOf(job).name : job.customerName, byCustomer }
  const name = person.id === job.technicianId ? job.technicianFirstName : ''
  return { name: name || currentSettings().brandName, byCustomer }
}

/** Whether the technician was deactivated during the visit; the office then ends it. */
const isGone = async (technicianId: string): Promise<boolean> =>
  (await readWorker(technicianId, businessToday()))?.status === 'deactivated'

/** Texts cost money: above this number per hour and visit, messages appear only in the app. */
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
