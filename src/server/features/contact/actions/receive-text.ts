import { and, eq } from 'drizzle-orm'
import type { IncomingText } from '#server/adapters/telephony/port.ts'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages, incomingTexts } from '#server/database/tables/contact-messages.ts'
import { happened } from '#server/events/happened.ts'
import { recordTextConsent } from '#server/features/notifications/actions/record-text-consent.ts'
import { lastEndOfTexts } from '#server/features/notifications/queries/delivery-conditions.ts'
import { maskCardNumbers } from '#server/http/card-numbers.ts'
import { Forbidden, Invalid, NotFound } from '#server/http/errors.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { endsAnswers } from '#shared/rules/text-consent.ts'
import { readTextRequest, type TextRequest } from '#shared/rules/text-keywords.ts'
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

async function keepText({ id: providerId, from, attachments, optOut, ...text }: IncomingText) {
  // Shortened: the provider would resend a rejected message.
  const message = maskCardNumbers(text.message.trim()).slice(0, 4000)
  const { name, customerId, language, job } = await findTextSender(from)
  const thread = await lockThread(from)
  const request = readTextRequest(text.message)
  const keyword = keywordOf(request, optOut, thread)
  const at = now()
  const stored = await db()
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
  if (stored.length === 0) return
  const isConsent = keyword === 'stop' || keyword === 'start'
  // They may mean the visit.
  const mayCancelVisit = request === 'cancel' && job !== null && job.ahead
  const wrongNumber = request === 'wrong'
  await db()
    .update(contactMessages)
    .set({
      name,
      customerId,
      language,
      jobId: job?.id ?? null,
      message,
      createdAt: at,
      ...(isConsent && { textsStopped: keyword === 'stop' }),
      ...((!isConsent || mayCancelVisit || wrongNumber) && {
        handled: false,
        handledAt: null,
        handledBy: null,
      }),
    })
    .where(eq(contactMessages.id, thread.id))
  if (isConsent)
    await recordTextConsent(
      { phone: from },
      { agreed: keyword === 'start', how: 'text', words: message, by: null },
    )
  const data = {
    contactMessageId: thread.id,
    name,
    phone: from,
    message,
    ...(keyword && { keyword }),
    ...(mayCancelVisit && { mayCancelVisit }),
    ...(wrongNumber && { wrongNumber }),
    ...(job && { jobNumber: jobNumber(job.number) }),
  }
  await happened({ event: 'text_received', by: null, data })
}

type Thread = { id: string; textsStopped: boolean }

/** A "yes" answers a question, unless they have opted out before. */
function keywordOf(
  request: TextRequest | null,
  optOut: IncomingText['optOut'],
  { textsStopped }: Thread,
): IncomingText['optOut'] {
  if (optOut === 'stop' || request === 'stop' || request === 'cancel' || request === 'wrong')
    return 'stop'
  if (request === 'start') return 'start'
  // Providers read a "yes" as a start.
  if (request === 'yes' || optOut === 'start') return textsStopped ? 'start' : null
  return optOut ?? request
}

/** The number's thread, created by its first text and locked: concurrent texts wait for each other. */
async function lockThread(phone: string): Promise<Thread> {
  const ofNumber = and(eq(contactMessages.channel, 'sms'), eq(contactMessages.phone, phone))
  const [made] = await db()
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
    .returning({ id: contactMessages.id })
  const ended = made && (await lastEndOfTexts(phone))
  if (made && ended && endsAnswers(ended)) {
    await db()
      .update(contactMessages)
      .set({ textsStopped: true })
      .where(eq(contactMessages.id, made.id))
    return { ...made, textsStopped: true }
  }
  const [thread] = await db()
    .select({ id: contactMessages.id, textsStopped: contactMessages.textsStopped })
    .from(contactMessages)
    .where(ofNumber)
    .for('no key update')
  if (!thread) throw new Error('The thread of the number is not there.')
  return thread
}
