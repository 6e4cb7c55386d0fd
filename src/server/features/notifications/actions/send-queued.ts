import { MailRefused } from '#server/adapters/mail/port.ts'
import { PushGone, PushRefused } from '#server/adapters/push/port.ts'
import { services } from '#server/adapters/services.ts'
import { NumberOptedOut, NumberRefused } from '#server/adapters/telephony/port.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inLanguage } from '#server/base/language.ts'
import { instantAt, localDateAt, timeOfDayAt } from '#server/base/wall-clock.ts'
import { batchLoader } from '#server/database/batch-loader.ts'
import { db, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { statements } from '#server/database/tables/statements.ts'
import { users } from '#server/database/tables/users.ts'
import { calendarFileOf } from '#server/reads/visit-calendar.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isQuiet } from '#shared/rules/quiet-hours.ts'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { deliverPush, type Pushing } from './deliver-push.ts'
import {
  type DeliveryConditions,
  reasonNotToPush,
  reasonToSkip,
} from '../queries/delivery-conditions.ts'
import { recordTextConsent } from './record-text-consent.ts'
import { mailHtml } from '../mail/mail-html.ts'

type Sending = DeliveryConditions &
  Pushing & {
    messageId: string
    /** The recipient of a text message. */
    userId?: string
    replyTo?: string
    unsubscribeUrl?: string
    calendar?: boolean
    statementId?: string
    /** The text is erased once a mail server has accepted it. */
    secret?: boolean
    awaited?: boolean
  }

type SentMessage = typeof sentMessages.$inferSelect
type Result = Pick<SentMessage, 'id' | 'status' | 'error'> & { strike?: boolean | undefined }

/**
 * Sends a queued mail, text or push message if it is still wanted, and records the result. Returns when to try again: soon
 * while an earlier message about the visit is unsent, or after the recipient's night. Throws the provider's errors, so that
 * the queue retries.
 */
export async function sendQueued(sending: Sending): Promise<Date | undefined> {
  const { messageId: id, secret: strike } = sending
  const message = await queuedMessage(id)
  if (!message) return undefined
  if (message.waits) return new Date(Date.now() + 1000)
  const skip =
    (await reasonToSkip(message, sending)) ??
    (message.channel === 'push' ? await reasonNotToPush(sending, sending.preference) : undefined)
  if (skip) {
    await settle({ id, status: 'skipped', error: skip, strike })
    return undefined
  }
  // Mails wait silently in a mailbox.
  const day = sending.byDay && message.channel !== 'email' && (await endOfNight(sending.userId))
  if (day) return new Date(Date.now() + day.getTime() - now().getTime())
  try {
    const status = await deliver(message, sending)
    await settle({ id, status, error: null, strike: strike && status === 'sent' })
  } catch (error) {
    if (error instanceof NumberOptedOut) await recordProviderOptOut(message.recipient, error)
    const final = finalErrors.some((kind) => error instanceof kind)
    await settle({
      id,
      status: final ? 'failed' : 'queued',
      error: String(error).slice(0, 500),
      strike: strike && final,
    })
    if (!final) throw error
  }
  return undefined
}

const recordProviderOptOut = (phone: string, { message: words }: Error) =>
  recordTextConsent({ phone }, { agreed: false, how: 'provider', words, by: null })

/** Errors after which a retry is useless. */
const finalErrors = [MailRefused, NumberRefused, PushGone, PushRefused]

async function deliver(message: SentMessage, sending: Sending) {
  const { id, channel, recipient: to, subject, body, language, jobId } = message
  if (channel === 'push') return deliverPush(message, sending)
  if (channel === 'sms') return services().telephony.sendText({ to, body })
  const { replyTo, unsubscribeUrl, awaited } = sending
  const html = inLanguage(language, () => mailHtml(message))
  const attached = sending.calendar && jobId ? await calendarOf(jobId, language) : undefined
  return services().mailer.send({
    id,
    to,
    subject,
    text: body,
    html,
    replyTo,
    unsubscribeUrl,
    awaited,
    calendar: attached,
    pdf: sending.statementId ? await statementPdfOf(sending.statementId) : undefined,
  })
}

async function statementPdfOf(id: string) {
  const [found] = await db()
    .select({ number: statements.number, pdf: statements.pdf })
    .from(statements)
    .where(eq(statements.id, id))
  return found && { name: `statement-${found.number}.pdf`, bytes: found.pdf }
}

/** The visit in its current state, for the reader's calendar. */
const calendarOf = (jobId: string, language: string | null) =>
  inLanguage(language, () => calendarFileOf(jobId))

/** Marks a message as failed after its last try. */
export async function giveUp({ messageId: id, secret: strike }: Sending): Promise<void> {
  const message = await queuedMessage(id)
  if (message) await settle({ id, status: 'failed', error: message.error, strike })
}

// A message that stays undelivered longer no longer delays later ones.
const waitsAtMostMs = 120_000

/**
 * Whether an earlier message about the same visit, written after `since` to the same person on the same channel, is still
 * queued.
 */
const hasEarlier = (since: Date) => sql<boolean>`exists (
  select from sent_messages earlier
  where earlier.job_id = sent_messages.job_id and earlier.recipient = sent_messages.recipient
    and earlier.channel = sent_messages.channel and earlier.status = 'queued'
    and earlier.created_at < sent_messages.created_at
    and earlier.created_at > ${since.toISOString()}::timestamptz)`

// Messages come in bursts, and one statement for fifty costs hardly more than for one.
const queuedMessage = batchLoader(async (ids: string[]) => {
  const since = new Date(now().getTime() - waitsAtMostMs)
  const messages = await db()
    .select({ ...getTableColumns(sentMessages), waits: hasEarlier(since) })
    .from(sentMessages)
    .where(and(inArray(sentMessages.id, ids), eq(sentMessages.status, 'queued')))
  const byId = new Map(messages.map((message) => [message.id, message]))
  return ids.map((id) => byId.get(id))
})

const settle = batchLoader(async (results: Result[]) => {
  await queryRows(settleStatement, {
    ids: results.map(({ id }) => id),
    statuses: results.map(({ status }) => status),
    errors: results.map(({ error }) => error),
    strikes: results.map(({ strike }) => strike ?? false),
    at: now(),
  })
  return results.map(() => undefined)
})

type Settled = Record<'ids' | 'statuses' | 'errors' | 'strikes', readonly unknown[]> & { at: Date }
const settleStatement = statement<object, Settled>(
  'settle-messages',
  ($) => `update sent_messages m set
      status = r.status,
      error = r.error,
      sent_at = case when r.status in ('sent', 'local') then ${$.at}::timestamptz end,
      subject = case when r.strike then 'Code or private link' else subject end,
      body = case when r.strike then '(struck out)' else body end
    from unnest(${$.ids}::uuid[], ${$.statuses}::text[], ${$.errors}::text[], ${$.strikes}::bool[]) as r(id, status, error, strike)
    where m.id = r.id and m.status = 'queued'`,
)

/** The UTC instant at which the person's night ends; undefined by day. Uses their time zone if known. */
async function endOfNight(userId: string | undefined): Promise<Date | undefined> {
  const { quietFrom, quietUntil, timeZone } = currentSettings()
  const [user] = userId
    ? await db().select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId))
    : []
  const zone = user?.timeZone ?? timeZone
  const time = timeOfDayAt(now(), zone)
  if (!isQuiet(time, { quietFrom, quietUntil })) return undefined
  const today = localDateAt(now(), zone)
  return instantAt(time < quietUntil ? today : addDays(today, 1), quietUntil, zone)
}
