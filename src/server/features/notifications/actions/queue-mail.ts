import { now } from '#server/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { outboxMessages } from '#server/database/tables/messages.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import type { MailWishes } from '../mail-wishes.ts'
import { sendMailTask } from '../tasks.ts'

type NewMail = MailWishes & {
  to: string
  subject: string
  /** Plain text. */
  body: string
  jobId?: string | null
  /** The text is struck from the outbox once a mail server has taken it. */
  secret?: boolean
}

/**
 * Writes a mail to the outbox, to be sent once the current transaction has committed. Whether it is still wanted
 * (see MailWishes) is asked at the moment of sending.
 */
export async function queueMail(mail: NewMail): Promise<void> {
  const { to, subject, body, jobId, secret, ...wishes } = mail
  await transaction(async () => {
    const [row] = await db()
      .insert(outboxMessages)
      .values({
        channel: 'email',
        recipient: to,
        subject,
        body,
        jobId,
        status: 'queued',
        createdAt: now(),
      })
      .returning({ id: outboxMessages.id })
    if (!row) throw new Error('The mail was not stored.')
    await enqueue(sendMailTask, { outboxId: row.id, secret, ...wishes })
  })
}
