import { and, eq, inArray } from 'drizzle-orm'
import { type Mailer, MailRefused } from '#server/adapters/mail/port.ts'
import { now } from '#server/clock.ts'
import { db, queryRows } from '#server/database/database.ts'
import { outboxMessages } from '#server/database/tables/messages.ts'
import { answerTogether } from '#server/gather.ts'
import { type MailWishes, reasonToSkip } from '../mail-wishes.ts'

type Sending = MailWishes & {
  outboxId: string
  replyTo?: string
  /** The text is struck from the outbox once a mail server has taken it. */
  secret?: boolean
}

type OutboxMessage = typeof outboxMessages.$inferSelect
type Result = Pick<OutboxMessage, 'id' | 'status' | 'error'> & { strike?: boolean | undefined }

/**
 * Sends a queued mail if it is still wanted, and writes down what became of it. Throws what the mail server said,
 * for the queue to try again.
 */
export async function sendMail(mailer: Mailer, sending: Sending): Promise<void> {
  const { outboxId: id, secret: strike, replyTo } = sending
  const mail = await queuedMail(id)
  if (!mail) return
  const skip = await reasonToSkip(mail, sending)
  if (skip) return settle({ id, status: 'skipped', error: skip, strike })
  try {
    const status = await mailer.send({
      id,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(replyTo && { replyTo }),
    })
    await settle({ id, status, error: null, strike: strike && status === 'sent' })
  } catch (error) {
    const final = error instanceof MailRefused
    await settle({
      id,
      status: final ? 'failed' : 'queued',
      error: String(error).slice(0, 500),
      strike: strike && final,
    })
    if (!final) throw error
  }
}

/** Gives a mail up after its last try. */
export async function giveUpMail({ outboxId: id, secret: strike }: Sending): Promise<void> {
  const mail = await queuedMail(id)
  if (mail) await settle({ id, status: 'failed', error: mail.error, strike })
}

// Mails come in crowds, and one statement for fifty costs hardly more than for one.
const queuedMail = answerTogether(async (ids: string[]) => {
  const mails = await db()
    .select()
    .from(outboxMessages)
    .where(and(inArray(outboxMessages.id, ids), eq(outboxMessages.status, 'queued')))
  const byId = new Map(mails.map((mail) => [mail.id, mail]))
  return ids.map((id) => byId.get(id))
})

const settle = answerTogether(async (results: Result[]) => {
  await queryRows(settleStatement, [
    results.map((result) => result.id),
    results.map((result) => result.status),
    results.map((result) => result.error),
    results.map((result) => result.strike ?? false),
    now(),
  ])
  return results.map(() => undefined)
})

const settleStatement = {
  name: 'settle-mails',
  text: `update outbox_messages m set
      status = r.status,
      error = r.error,
      sent_at = case when r.status in ('sent', 'local') then $5::timestamptz end,
      subject = case when r.strike then 'Code or private link' else subject end,
      body = case when r.strike then '(struck out)' else body end
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bool[]) as r(id, status, error, strike)
    where m.id = r.id and m.status = 'queued'`,
}
