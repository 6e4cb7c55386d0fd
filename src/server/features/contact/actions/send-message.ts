import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { languageToRemember } from '#server/base/language.ts'
import { happened } from '#server/events/happened.ts'
import { shownPhone } from '#server/base/phone-numbers.ts'
import { loadJob } from '#server/reads/visits.ts'
import { NotFound, TooMany } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { ContactForm } from '#shared/contract/contact.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import { phrase } from '#shared/texts/t.ts'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { askUs } from '#shared/rules/reach.ts'

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

const daySeconds = 86_400

/** Maximum messages to the office per day. */
const most = {
  fromNetwork: 20,
  /** With one e-mail from one network: strangers elsewhere cannot use up an address's allowance. */
  fromNetworkAndEmail: 10,
  /** With one e-mail from all networks: only against a flood. */
  fromEmail: 200,
}

/** Checks a sender's messages of the last 24 hours, in the current transaction. Throws TooMany. */
async function assertFewMessages(sender: { network: string; email: string }): Promise<void> {
  // Senders from one network wait for each other, so that the count is exact.
  await db().execute(sql`select pg_advisory_xact_lock(7403, hashtext(${sender.network}))`)
  const network = eq(contactMessages.network, sender.network)
  const email = eq(contactMessages.email, sender.email)
  if (
    (await sentSince(network)) < most.fromNetwork &&
    (await sentSince(network, email)) < most.fromNetworkAndEmail &&
    (await sentSince(email)) < most.fromEmail
  )
    return
  const reach = currentSettings()
  const another = reach.supportPhone || reach.supportEmail
  throw new TooMany(
    another
      ? phrase('You have sent many messages today. If it cannot wait, {askUs}', {
          askUs: askUs('phone', reach),
        })
      : phrase(
          'You have sent many messages today. We read all of them; please write again tomorrow.',
        ),
    { retryAfterSeconds: daySeconds },
  )
}

async function sentSince(...by: ReturnType<typeof eq>[]): Promise<number> {
  const since = new Date(now().getTime() - daySeconds * 1000)
  const [found] = await db()
    .select({ count: count() })
    .from(contactMessages)
    .where(and(...by, gt(contactMessages.createdAt, since)))
  return found?.count ?? 0
}
