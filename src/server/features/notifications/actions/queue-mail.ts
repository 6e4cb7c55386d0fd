import { randomUUID } from 'node:crypto'
import { now } from '#server/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { outboxMessages } from '#server/database/tables/messages.ts'
import { enqueueAll } from '#server/queue/enqueue.ts'
import type { SendingWishes } from '../sending-wishes.ts'
import { sendMailTask } from '../tasks.ts'

type NewMail = SendingWishes & {
  to: string
  subject: string
  /** Plain text. */
  body: string
  jobId?: string | null
  /** Where an answer goes, when not to the business. */
  replyTo?: string
  /** The text is struck from the outbox once a mail server has taken it. */
  secret?: boolean
}

/**
 * Writes a mail to the outbox, to be sent once the current transaction has committed. Whether it is still wanted
 * (see SendingWishes) is asked at the moment of sending.
 */
export function queueMail(mail: NewMail): Promise<void> {
  return queueMails([mail])
}

/** Like `queueMail` for many at once, in two statements. */
export async function queueMails(mails: readonly NewMail[]): Promise<void> {
  const createdAt = now()
  const rows = mails.map(({ to, subject, body, jobId }) => ({
    id: randomUUID(),
    channel: 'email' as const,
    recipient: to,
    subject,
    body,
    jobId,
    status: 'queued' as const,
    createdAt,
  }))
  const tasks = mails.map(
    ({ to: _to, subject: _subject, body: _body, jobId: _job, ...rest }, i) => ({
      ...rest,
      outboxId: rows[i]?.id ?? '',
    }),
  )
  if (rows.length === 0) return
  await transaction(async () => {
    await db().insert(outboxMessages).values(rows)
    await enqueueAll(sendMailTask, tasks)
  })
}
