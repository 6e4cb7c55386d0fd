import { desc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { now } from '#server/base/clock.ts'
import { maxTextLength } from '#server/adapters/telephony/port.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { reachedNumber } from '#server/base/phone-numbers.ts'
import { queueTextReply } from '#server/features/notifications/actions/queue-sms.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages, contactReplies } from '#server/database/tables/contact-messages.ts'
import { happened } from '#server/events/happened.ts'
import { officeTeam } from '#server/features/accounts/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { ReplyForm } from '#shared/contract/contact.ts'
import type { Person } from '#shared/rules/roles.ts'
import { smsText } from '#shared/rules/sms-text.ts'
import { phrase } from '#shared/texts/t.ts'
import { lockMessage } from './change-message.ts'

/**
 * Mails a reply, or texts it to a texter, and stores it; the message is then done and, if unassigned, the replier's. Throws
 * NotFound, Invalid when too long for a text, Conflict when the writer left no address, wants no texts, or another reply
 * came first.
 */
export async function replyToMessage(
  person: Person,
  id: string,
  { message, seenReplies }: z.infer<typeof ReplyForm>,
): Promise<void> {
  await transaction(async () => {
    const original = await lockMessage(id)
    const bySms = original.channel === 'sms'
    if (bySms) await assertTextable(original, message)
    else if (!original.email)
      throw new Conflict(
        original.phone
          ? phrase('{name} left no e-mail address. Please call {phone}.', {
              name: original.name,
              phone: original.phone,
            })
          : phrase('{name} left no e-mail address and no phone number.', { name: original.name }),
        { reason: 'no_address' },
      )
    if (seenReplies !== undefined) await assertAllSeen(id, seenReplies)
    await db()
      .insert(contactReplies)
      .values({
        contactMessageId: id,
        authorId: person.id,
        message,
        textId: bySms ? await queueTextReply(original, message) : null,
        createdAt: now(),
      })
    const done = { handled: true, handledAt: now(), handledBy: person.id }
    await db()
      .update(contactMessages)
      .set({ ...done, assignedTo: original.assignedTo ?? person.id })
      .where(eq(contactMessages.id, id))
    if (bySms)
      return happened({
        event: 'contact_message_handled',
        by: person.id,
        data: { contactMessageId: id },
      })
    const { email: writerEmail, name, subject, message: question, language } = original
    await happened({
      event: 'contact_message_answered',
      by: person.id,
      personId: original.customerId,
      data: { contactMessageId: id, writerEmail, name, subject, question, message, language },
    })
  })
}

type Original = Awaited<ReturnType<typeof lockMessage>>

async function assertTextable({ name, phone, textsStopped }: Original, message: string) {
  if (textsStopped)
    throw new Conflict(
      phrase('{name} has opted out of texts. Please call {phone}.', {
        name: name || phone,
        phone,
      }),
      { reason: 'no_address' },
    )
  if (!currentSettings().smsEnabled)
    throw new Conflict(
      phrase('Text messages are switched off in the settings. Please call {phone}.', { phone }),
      { reason: 'no_address' },
    )
  if (!(await reachedNumber(phone)))
    throw new Conflict(
      phrase('Your settings allow no texts to this number’s country. Please call {phone}.', {
        phone,
      }),
      { reason: 'no_address' },
    )
  if (smsText(message).length > maxTextLength)
    throw Invalid.at(
      'message',
      phrase('A text message has {count} characters at most.', {
        count: maxTextLength,
      }),
    )
}

/** Requires the message's lock. Throws Conflict, naming the author of the latest reply. */
async function assertAllSeen(id: string, seen: number): Promise<void> {
  const replies = await db()
    .select({ authorId: contactReplies.authorId })
    .from(contactReplies)
    .where(eq(contactReplies.contactMessageId, id))
    .orderBy(desc(contactReplies.createdAt))
  if (replies.length <= seen) return
  const author = (await officeTeam()).find((one) => one.id === replies[0]?.authorId)
  throw new Conflict(
    author
      ? phrase('{name} has answered in the meantime. Please read that first.', {
          name: author.name,
        })
      : phrase('Someone has answered in the meantime. Please read that first.'),
    { reason: 'answered' },
  )
}
