import { and, eq } from 'drizzle-orm'
import { type Mailer, MailRefused } from '#server/adapters/mail/port.ts'
import { now } from '#server/clock.ts'
import { db } from '#server/database/database.ts'
import { outboxMessages } from '#server/database/tables/messages.ts'
import { type MailWishes, reasonToSkip } from '../mail-wishes.ts'

type Sending = MailWishes & {
  outboxId: string
  replyTo?: string
  /** The text is struck from the outbox once a mail server has taken it. */
  secret?: boolean
}

/**
 * Sends a queued mail if it is still wanted, and writes down what became of it. Throws what the mail server said,
 * for the queue to try again.
 */
export async function sendMail(mailer: Mailer, sending: Sending): Promise<void> {
  const [mail] = await db()
    .select()
    .from(outboxMessages)
    .where(and(eq(outboxMessages.id, sending.outboxId), eq(outboxMessages.status, 'queued')))
  if (!mail) return
  const skip = await reasonToSkip(mail, sending)
  if (skip) return settle(mail.id, { status: 'skipped', error: skip, ...strike(sending) })
  try {
    const status = await mailer.send({
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(sending.replyTo && { replyTo: sending.replyTo }),
    })
    await settle(mail.id, {
      status,
      error: null,
      sentAt: now(),
      ...(status === 'sent' ? strike(sending) : {}),
    })
  } catch (error) {
    await settle(mail.id, { error: String(error).slice(0, 500) })
    if (!(error instanceof MailRefused)) throw error
    await giveUpMail(sending)
  }
}

/** Gives a mail up after its last try. */
export async function giveUpMail(sending: Sending): Promise<void> {
  await settle(sending.outboxId, { status: 'failed', ...strike(sending) })
}

const strike = ({ secret }: Sending) =>
  secret ? { subject: 'Code or private link', body: '(struck out)' } : {}

async function settle(id: string, result: Partial<typeof outboxMessages.$inferInsert>) {
  await db()
    .update(outboxMessages)
    .set(result)
    .where(and(eq(outboxMessages.id, id), eq(outboxMessages.status, 'queued')))
}
