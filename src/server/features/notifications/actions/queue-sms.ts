import { maxTextLength } from '#server/adapters/telephony/port.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { signedSms, smsText } from '#shared/rules/sms-text.ts'
import { randomUUID } from 'node:crypto'
import { type DeliveryConditions, numberFor } from '../queries/delivery-conditions.ts'
import { sendSmsTask } from '../tasks.ts'

type NewSms = DeliveryConditions & {
  userId: string
  /** The visit it is about; null for none. */
  job: { id: string; number: number } | null
  /** One or two sentences; the business's name and the visit's number are put before them. */
  message: string
  /** People it may name. */
  names?: readonly string[]
  /** Its address, which is found without accents too. */
  place?: string
  /** The message's id, if another record shares it. */
  id?: string
  /** The text is erased once a provider has accepted it. */
  secret?: boolean
  /** Not sent before this instant. */
  startAfter?: Date
}

/**
 * Stores a text message about a visit, to be sent once the current transaction has committed. Returns false, storing
 * nothing, when this person should not be texted; that is checked again when it is sent.
 */
export async function queueSms(sms: NewSms): Promise<boolean> {
  const {
    userId,
    job,
    message,
    names = [],
    place,
    id = randomUUID(),
    startAfter,
    ...conditions
  } = sms
  const recipient = await numberFor(job?.id ?? null, { userId, ...conditions })
  if (!recipient) return false
  const { brandName } = currentSettings()
  const signed = signedSms(brandName, job ? jobNumber(job.number) : '', message)
  const body = smsText(signed, [brandName, ...names], place)
  await transaction(async () => {
    await db()
      .insert(sentMessages)
      .values({
        id,
        channel: 'sms',
        recipient,
        body: cut(body),
        jobId: job?.id ?? null,
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

/** Never cuts inside a character. */
const cut = (body: string) =>
  body.length > maxTextLength
    ? `${body.slice(0, maxTextLength - 3).replace(/[\ud800-\udbff]$/, '')}...`
    : body

type Thread = { id: string; name: string; phone: string; jobId: string | null }

/**
 * Stores the office's reply to someone's text messages in the current transaction; it is sent unless they have opted out by
 * then. Returns its id among the sent messages.
 */
export async function queueTextReply(
  { id: textThread, name, phone, jobId }: Thread,
  body: string,
): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(sentMessages)
    .values({
      id,
      channel: 'sms',
      recipient: phone,
      body: smsText(body, [name, currentSettings().brandName]),
      jobId,
      status: 'queued',
      createdAt: now(),
    })
  await enqueue(sendSmsTask, { messageId: id, textThread })
  return id
}
