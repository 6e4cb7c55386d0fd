import { longestText } from '#server/adapters/telephony/port.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { randomUUID } from 'node:crypto'
import { type DeliveryConditions, smsNumberOf } from '../delivery-conditions.ts'
import { sendSmsTask } from '../tasks.ts'

type NewSms = DeliveryConditions & {
  userId: string
  job: { id: string; number: number }
  /** One or two sentences; who speaks and the visit's number come before it. */
  message: string
  /** The message's id, where something else shares it. */
  id?: string
  /** The text is struck out once a provider has taken it. */
  secret?: boolean
  /** Not sent before this instant. */
  startAfter?: Date
}

/**
 * Writes a text message about a visit down, to be sent once the current transaction has committed; answers
 * false, and writes nothing, when this person is not to be texted. Asked again at the moment of sending.
 */
export async function queueSms(sms: NewSms): Promise<boolean> {
  const { userId, job, message, id = randomUUID(), startAfter, ...conditions } = sms
  const recipient = await smsNumberOf(userId, conditions.preference)
  if (!recipient) return false
  const body = plain(`${currentSettings().brandName} ${jobNumber(job.number)}: ${message}`)
  await transaction(async () => {
    await db()
      .insert(sentMessages)
      .values({
        id,
        channel: 'sms',
        recipient,
        body: cut(body),
        jobId: job.id,
        status: 'queued',
        createdAt: now(),
      })
    await enqueue(
      sendSmsTask,
      { ...conditions, userId, messageId: id },
      startAfter && { startAfter },
    )
  })
  return true
}

/** One dash or space that is not in the alphabet of text messages makes one of 160 characters three of 67. */
const plain = (body: string) => body.replace(/[–—]/g, '-').replace(/[\u00a0\u202f]/g, ' ')

/** Cut between characters, never inside one. */
const cut = (body: string) =>
  body.length > longestText
    ? `${body.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : body

type Thread = { id: string; phone: string; jobId: string | null }

/**
 * Writes the office's answer to somebody's text messages down, in the current transaction, to be sent after it while they
 * have not stopped them; answers its id among the sent messages.
 */
export async function queueTextReply(
  { id: textThread, phone, jobId }: Thread,
  body: string,
): Promise<string> {
  const id = randomUUID()
  await db().insert(sentMessages).values({
    id,
    channel: 'sms',
    recipient: phone,
    body,
    jobId,
    status: 'queued',
    createdAt: now(),
  })
  await enqueue(sendSmsTask, { messageId: id, textThread })
  return id
}
