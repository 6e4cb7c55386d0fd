import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { languageToRemember } from '#server/base/language.ts'
import { happened } from '#server/events/happened.ts'
import { shownPhone } from '#server/base/phone-numbers.ts'
import { loadJob } from '#server/reads/visits.ts'
import { NotFound } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { ContactForm } from '#shared/contract/contact.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import { phrase } from '#shared/texts/t.ts'
import { assertFewMessages } from '../message-limits.ts'

/**
 * Stores a message to the office from a visitor or a signed-in person, mails it and notifies the admins. Throws TooMany, and
 * NotFound for a visit that is not the writer's.
 */
export async function sendMessage(
  person: SignedIn | null,
  { jobId, ...form }: ContactForm,
  ip: string,
): Promise<void> {
  const job = jobId === undefined ? undefined : await ownJob(person, jobId)
  const network = networkOf(ip)
  const phone = await phoneField(form.phone ?? '')
  const message = { ...form, phone, subject: form.subject.replace(/\s+/g, ' ') }
  const shown = await shownPhone(phone)
  await transaction(async () => {
    await assertFewMessages({ network, email: form.email })
    const [stored] = await db()
      .insert(contactMessages)
      .values({
        ...message,
        network,
        customerId: person?.role === 'customer' ? person.id : null,
        jobId: job?.id ?? null,
        language: person?.language ?? languageToRemember(),
        createdAt: now(),
      })
      .returning()
    if (!stored) throw new Error('The message was not stored.')
    const { id: contactMessageId, name, email, subject } = stored
    await happened({
      event: 'contact_message',
      by: null,
      data: {
        contactMessageId,
        name,
        email,
        phone: shown,
        subject,
        message: stored.message,
        ...(job && { jobNumber: jobNumber(job.number) }),
      },
    })
  })
}

async function ownJob(person: SignedIn | null, jobId: string) {
  if (person) return loadJob(person, jobId, mayManageBooking)
  throw new NotFound(phrase('Job not found.'))
}
