import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { happened } from '#server/events/happened.ts'
import { shownPhone } from '#server/base/phone-numbers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { networkOf } from '#server/http/network.ts'
import type { ContactForm } from '#shared/contract/contact.ts'
import { assertFewMessages } from '../message-limits.ts'

/** Stores a visitor's message, mails it to the office and notifies the admins. Throws TooMany. */
export async function sendMessage(form: ContactForm, ip: string): Promise<void> {
  const network = networkOf(ip)
  const phone = await phoneField(form.phone ?? '')
  const message = { ...form, phone, subject: form.subject.replace(/\s+/g, ' ') }
  const shown = await shownPhone(phone)
  await transaction(async () => {
    await assertFewMessages({ network, email: form.email })
    const [stored] = await db()
      .insert(contactMessages)
      .values({ ...message, network, createdAt: now() })
      .returning()
    if (!stored) throw new Error('The message was not stored.')
    const { id: contactMessageId, name, email, subject } = stored
    await happened({
      event: 'contact_message',
      by: null,
      data: { contactMessageId, name, email, phone: shown, subject, message: stored.message },
    })
  })
}
