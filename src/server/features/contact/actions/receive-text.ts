import { and, eq } from 'drizzle-orm'
import type { IncomingText } from '#server/adapters/telephony/port.ts'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages, incomingTexts } from '#server/database/tables/contact-messages.ts'
import { happened } from '#server/events/happened.ts'
import { setSmsConsent } from '#server/features/notifications/actions/set-sms-consent.ts'
import { maskCardNumbers } from '#server/http/card-numbers.ts'
import { Forbidden, Invalid, NotFound } from '#server/http/errors.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { phrase } from '#shared/texts/t.ts'
import { findTextSender } from '../queries.ts'

/** Far more than a text message with all of the provider's fields. */
const longestBody = 32_000

/**
 * Stores a text message from the telephony provider in the inbox, once, in its number's thread. Throws NotFound without a
 * provider, Invalid when too long, Forbidden for a bad signature.
 */
export async function receiveText(body: string, headers: Record<string, unknown>): Promise<void> {
  const { telephony } = services()
  if (!telephony.readText) throw new NotFound()
  if (body.length > longestBody) throw new Invalid()
  const url = `${siteAddress()}/api/telephony/inbound`
  const text = telephony.readText({ url, body, headers })
  if (!text) throw new Forbidden(phrase('The signature is not valid.'))
  await transaction(() => keepText(text))
}

async function keepText({ id: providerId, from, attachments, ...text }: IncomingText) {
  const { keyword } = text
  // Shortened: the provider would resend a rejected message.
  const message = maskCardNumbers(text.message.trim()).slice(0, 4000)
  const { name, customerId, language, job } = await findTextSender(from)
  const thread = await lockThread(from)
  const at = now()
  const kept = await db()
    .insert(incomingTexts)
    .values({
      contactMessageId: thread.id,
      providerId,
      message,
      attachments,
      keyword,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: incomingTexts.id })
  if (kept.length === 0) return
  const needsNoAnswer = keyword === 'stop' || keyword === 'start'
  await db()
    .update(contactMessages)
    .set({
      name,
      customerId,
      language,
      jobId: job?.id ?? null,
      message,
      createdAt: at,
      ...(needsNoAnswer
        ? { textsStopped: keyword === 'stop' }
        : { handled: false, handledAt: null, handledBy: null }),
    })
    .where(eq(contactMessages.id, thread.id))
  if (needsNoAnswer) await setSmsConsent(from, keyword === 'start')
  const data = {
    contactMessageId: thread.id,
    name,
    phone: from,
    message,
    ...(keyword && { keyword }),
    ...(job && { jobNumber: jobNumber(job.number) }),
  }
  await happened({ event: 'text_received', by: null, data })
}

/** The number's thread, created by its first text and locked: concurrent texts wait for each other. */
async function lockThread(phone: string): Promise<{ id: string }> {
  const ofNumber = and(eq(contactMessages.channel, 'sms'), eq(contactMessages.phone, phone))
  await db()
    .insert(contactMessages)
    .values({
      channel: 'sms',
      name: '',
      email: '',
      phone,
      subject: 'Text message',
      message: '',
      // Until a text arrives that needs a reply.
      handled: true,
      createdAt: now(),
    })
    .onConflictDoNothing()
  const [thread] = await db()
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(ofNumber)
    .for('no key update')
  if (!thread) throw new Error('The thread of the number is not there.')
  return thread
}
