import { randomUUID } from 'node:crypto'
import { now } from '#server/base/clock.ts'
import { queryRows, transaction } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { enqueueAll } from '#server/queue/enqueue.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import type { DeliveryConditions } from '../queries/delivery-conditions.ts'
import { sendAwaitedMailTask, sendMailTask } from '../tasks.ts'

export type NewMail = DeliveryConditions & {
  to: string
  subject: string
  /** Plain text; the HTML is built from it. */
  body: string
  /** BCP 47 language of the text; the current one by default. */
  language?: string | null
  /** Attaches the visit as a calendar file. */
  calendar?: boolean
  /** Attaches this statement as a PDF. */
  statementId?: string
  jobId?: string | null
  /** Reply address, if not the business's. */
  replyTo?: string
  /** Absolute one-click unsubscribe URL for mail clients. */
  unsubscribeUrl?: string
  /** The text is erased once a mail server has accepted it. */
  secret?: boolean
  /** Not sent before this instant. */
  startAfter?: Date
  /** Someone is waiting for it: other mails must not delay it. */
  awaited?: boolean
}

/**
 * Stores a mail to be sent once the current transaction has committed. Whether it is still wanted (see DeliveryConditions)
 * is checked when it is sent.
 */
export function queueMail(mail: NewMail): Promise<void> {
  return queueMails([mail])
}

/** Like `queueMail` for many at once, in two statements. */
export async function queueMails(mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const ids = mails.map(() => randomUUID())
  const tasks = mails.map(
    (
      {
        to: _to,
        subject: _subject,
        body: _body,
        language: _language,
        jobId: _job,
        startAfter,
        ...rest
      },
      i,
    ) => ({
      data: { ...rest, messageId: ids[i] ?? '' },
      startAfter,
    }),
  )
  await transaction(async () => {
    await queryRows(queueing, {
      ids,
      recipients: mails.map(({ to }) => to),
      subjects: mails.map(({ subject }) => subject),
      bodies: mails.map(({ body }) => body),
      jobIds: mails.map(({ jobId }) => jobId ?? null),
      at: now(),
      languages: mails.map(({ language }) =>
        language === undefined ? currentLanguage() : language,
      ),
    })
    await enqueueAll(
      sendMailTask,
      tasks.filter(({ data }) => !data.awaited),
    )
    await enqueueAll(
      sendAwaitedMailTask,
      tasks.filter(({ data }) => data.awaited),
    )
  })
}

// The same text for any number of mails, so that it is parsed once.
type Mails = {
  ids: string[]
  recipients: string[]
  subjects: string[]
  bodies: string[]
  jobIds: (string | null)[]
  languages: (string | null)[]
  at: Date
}
const queueing = statement<object, Mails>(
  'queue-mails',
  (
    $,
  ) => `insert into sent_messages (id, channel, recipient, subject, body, language, job_id, status, created_at)
    select m.id, 'email', m.recipient, m.subject, m.body, m.language, m.job_id, 'queued', ${$.at}::timestamptz
    from unnest(${$.ids}::uuid[], ${$.recipients}::text[], ${$.subjects}::text[], ${$.bodies}::text[], ${$.jobIds}::uuid[],
      ${$.languages}::text[])
      as m(id, recipient, subject, body, job_id, language)`,
)
