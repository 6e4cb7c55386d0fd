import { now } from '#server/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/messages.ts'
import { adminIds } from '#server/features/accounts/queries.ts'
import { notifyPeople } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { networkOf } from '#server/http/network.ts'
import type { ContactForm } from '#shared/contract/contact.ts'
import { t } from '#shared/texts/t.ts'
import { assertFewMessages } from '../message-limits.ts'

/** Keeps a visitor's message, mails it to the office and tells the admins. Throws TooMany. */
export async function sendMessage(form: ContactForm, ip: string): Promise<void> {
  const network = networkOf(ip)
  const message = { ...form, subject: form.subject.replace(/\s+/g, ' ') }
  await transaction(async () => {
    await assertFewMessages({ network, email: form.email })
    await db()
      .insert(contactMessages)
      .values({ ...message, network, createdAt: now() })
    await queueMail(officeMail(message))
    await notifyPeople(
      (await adminIds()).map((userId) => ({
        userId,
        type: 'contact_message',
        title: t('Message from {name}', { name: form.name }),
        message: message.subject,
      })),
    )
  })
}

function officeMail({ name, email, phone, subject, message }: ContactForm) {
  const from = [name, email, ...(phone ? [phone] : [])].join(', ')
  return {
    to: currentSettings().supportEmail,
    replyTo: email,
    subject: t('Contact form: {subject}', { subject }),
    body: `${t('From {sender}', { sender: from })}\n\n${message}`,
  }
}
