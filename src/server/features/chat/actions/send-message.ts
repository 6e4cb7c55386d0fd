import { and, eq, gt } from 'drizzle-orm'
import { now } from '#server/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { communications } from '#server/database/tables/messages.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueText } from '#server/features/notifications/actions/queue-text.ts'
import { isTexted } from '#server/features/notifications/queries.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Communication } from '#shared/contract/chat.ts'
import { talkStatuses } from '#shared/rules/chat.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { sentBefore, toCommunication } from '../queries.ts'
import { receiverOf } from './receiver-of.ts'
import { talkNews } from './talk-news.ts'
import { tellSockets } from './tell-sockets.ts'

type NewMessage = {
  message: string
  clientId?: string
  /** Also sent as a text message, if the other party is to be texted. */
  asText?: boolean
}
type JobRow = Awaited<ReturnType<typeof loadJob>>

/**
 * Writes to the other party of the job: the customer to the technician, everybody else to the customer. A repeat with
 * the same `clientId` answers the first message, even when the talk is over by then. Throws NotFound, or Conflict
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
    if (before) return { ...before, texted: await isTexted(before.id) }
    const toUserId = await receiverOf(person, job)
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
      const texted = asText === true && (await sendAsText(row, nameOf(person, job), job))
      return { ...toCommunication(row), texted }
    }
    // The same message came twice at once, and the other one was first.
    const first = clientId && (await sentBefore(id, person.id, clientId))
    if (!first) throw new Conflict()
    return { ...first, texted: await isTexted(first.id) }
  })
}

const shownOfMessage = 160

function tell(userId: string, person: Person, job: JobRow, message: string): Promise<void> {
  return notifyPerson({
    userId,
    type: talkNews.message,
    title: t('Message from {name}', { name: nameOf(person, job) }),
    // Cut between characters, never inside one.
    message: [...message].slice(0, shownOfMessage).join(''),
    jobId: job.id,
  })
}

function nameOf(person: Person, job: JobRow): string {
  const names: Record<string, string | null> = {
    [job.customerId]: job.customerName,
    [job.technicianId ?? '']: job.technicianName,
  }
  const unnamed = person.id === job.customerId ? t('Your customer') : currentSettings().brandName
  return names[person.id] || unnamed
}

/** How long a message about a visit under way is worth a text. */
const worthMs = 60 * 60_000

/** Texts cost the business money: who writes more than this an hour about a visit is read in the app. */
const mostTexts = 30

async function sendAsText(
  { id, fromUserId, toUserId, message }: typeof communications.$inferSelect,
  name: string,
  job: JobRow,
): Promise<boolean> {
  const lately = and(
    eq(communications.jobId, job.id),
    eq(communications.fromUserId, fromUserId ?? ''),
    gt(communications.createdAt, new Date(now().getTime() - worthMs)),
  )
  if ((await db().$count(communications, lately)) > mostTexts) return false
  return queueText({
    // The entry's own id tells later that it was texted.
    id,
    userId: toUserId ?? '',
    job,
    message: t('{name} writes: {message} (Please answer in the app.)', { name, message }),
    jobStatus: [...talkStatuses],
    notAfter: new Date(now().getTime() + worthMs),
  })
}
