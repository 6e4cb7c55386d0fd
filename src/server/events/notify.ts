import { randomUUID } from 'node:crypto'
import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { adminEmails, adminIds } from '#server/features/accounts/queries.ts'
import { guestTokens } from '#server/features/guests/actions/guest-token.ts'
import { bookedAsGuest, withGuestContact } from '#server/reads/visits.ts'
import { claimUnannouncedBookings } from '#server/features/jobs/actions/claim-unannounced-bookings.ts'
import {
  type NewNotification,
  notifyPeople,
} from '#server/features/notifications/actions/notify-people.ts'
import { type NewMail, queueMails } from '#server/features/notifications/actions/queue-mail.ts'
import { reasonToSkip } from '#server/features/notifications/queries/delivery-conditions.ts'
import { type NewPush, queuePushes } from '#server/features/notifications/actions/queue-push.ts'
import { queueSms } from '#server/features/notifications/actions/queue-sms.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { unsubscribeTokens } from '#server/features/notifications/unsubscribe-token.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { messagePaths } from '#shared/rules/message-paths.ts'
import { inLanguage } from '#server/base/language.ts'
import type { AnyRule, MailAbout } from './consequence-types.ts'
import { consequencesOf, rulesOf } from './consequences.ts'
import type { Audience, EventName } from '#shared/rules/events.ts'
import type { Happening } from './happening.ts'
import type { LinkTo } from './links.ts'
import { notifyMembers } from './notify-members.ts'
import { visitMail, plainMail } from './mail-template.ts'
import { customMail, customSms, firstNameOf, namesIn } from './custom-messages.ts'
import { guestLinksFor, isGuest, linksFor, type Recipient, recipientsById } from './recipients.ts'

/** A happening with one of its notification rules. */
type Notice = { one: Happening; rule: AnyRule }

/** Notifies everyone concerned, in the current transaction: a few statements for any number of people. */
export async function notify(all: readonly Happening[]): Promise<void> {
  await send(all.flatMap(noticesOf))
  await notifyMembers(all)
}

async function send(all: readonly Notice[]): Promise<void> {
  if (all.length === 0) return
  const notices = await bookingsFirst(all)
  const admins = notices.some(({ rule }) => rule.to === 'office') ? await adminIds() : []
  const sent = notices.flatMap((notice) =>
    notificationsOf(notice, admins).map((notification) => ({ notice, notification })),
  )
  await notifyPeople(sent.map(({ notification }) => notification))
  await queuePushes(sent.flatMap(pushOf))
  const written = notices.filter(isWritten)
  const readers = await readersOf(written)
  await queueMails((await Promise.all(written.map((one) => mailsOf(one, readers)))).flat())
  for (const one of written) await sendSms(one, readers)
}

/**
 * Sends the customer's messages about a happening again, with current facts, where their conditions still hold. Returns the
 * channels used; empty if none reaches the customer.
 */
export async function notifyAgain(one: Happening): Promise<('email' | 'sms')[]> {
  const notices = noticesOf(one).filter((each) => each.rule.to === 'customer' && isWritten(each))
  const readers = await readersOf(notices)
  const mails = (await Promise.all(notices.map((each) => mailsOf(each, readers)))).flat()
  const wanted: NewMail[] = []
  for (const mail of mails) {
    const { to: recipient, jobId = null, ...conditions } = mail
    if (!(await reasonToSkip({ channel: 'email', recipient, jobId }, conditions))) wanted.push(mail)
  }
  await queueMails(wanted)
  const texted: boolean[] = []
  for (const each of notices) {
    const skip = await reasonToSkip(
      { channel: 'email', recipient: '', jobId: one.job?.id ?? null },
      { ...conditionsOf(each), preference: undefined },
    )
    if (!skip) texted.push(await sendSms(each, readers))
  }
  return [
    ...(wanted.length > 0 ? (['email'] as const) : []),
    ...(texted.includes(true) ? (['sms'] as const) : []),
  ]
}

/**
 * Sends delayed booking notices before later notices of the same visits, and returns the notices still to send. A technician
 * assigned in between is notified once; one never notified gets no notice that the visit is gone.
 */
async function bookingsFirst(notices: readonly Notice[]): Promise<readonly Notice[]> {
  const later = notices.filter(({ one: { event } }) => !bookings.has(event))
  const jobIds = new Set(later.flatMap(({ one: { job } }) => job?.id ?? []))
  if (jobIds.size === 0) return notices
  const unannounced = await claimUnannouncedBookings([...jobIds])
  const unannouncedIds = new Set(unannounced.map(({ job }) => job?.id))
  const given = new Set(later.filter(isGiven).map(({ one: { job } }) => job?.id))
  await send(
    unannounced
      .flatMap(noticesOf)
      .filter(({ one: { job }, rule }) => rule.to !== 'technician' || !given.has(job?.id)),
  )
  return notices.filter(
    ({ one: { job }, rule }) => rule.to !== 'former_technician' || !unannouncedIds.has(job?.id),
  )
}

const isGiven = ({ one: { data }, rule }: Notice) => rule.isNewVisit?.(data) === true

const bookings: ReadonlySet<EventName> = new Set(['job_booked', 'job_requested'])

const isWritten = ({ rule: { mail, sms } }: Notice) => mail !== undefined || sms !== undefined

/** Recipients of mails and text messages, and the guests' tokens for their visits. */
type Readers = {
  people: ReadonlyMap<string, Recipient>
  guestJobs: ReadonlySet<string>
  /** Visits whose contact also reads the customer's mails. */
  mailedContacts: ReadonlySet<string>
  tokens: ReadonlyMap<string, string>
}

async function readersOf(written: readonly Notice[]): Promise<Readers> {
  const people = await recipientsById(written.flatMap(({ one, rule }) => idsOf(one, rule)))
  const since = await bookedAsGuest(written.flatMap(({ one }) => one.job?.id ?? []))
  const guestJobs = written.flatMap(({ one: { job } }) => {
    const customer = job && people.get(job.customerId)
    return customer && isGuest(customer, since.get(job.id)) ? [job.id] : []
  })
  const billedJobs = written.flatMap((notice) =>
    notice.one.job && billedEmailOf(notice) ? [notice.one.job.id] : [],
  )
  return {
    people,
    guestJobs: new Set(guestJobs),
    mailedContacts: await withGuestContact(
      written.flatMap(({ one: { job } }) => (job?.contactName ? [job.id] : [])),
    ),
    tokens: await guestTokens([...new Set([...guestJobs, ...billedJobs])]),
  }
}

const noticesOf = (one: Happening): Notice[] =>
  rulesOf(one.event)
    .filter(({ when }) => !when || when(one.data))
    .map((rule) => ({ one, rule }))

/** Ids of the accounts a rule reaches. Addresses from the data have none; mails look up the office's mailbox themselves. */
function idsOf(
  one: Happening,
  { to, confirms }: AnyRule,
  admins: readonly string[] = [],
): string[] {
  if (typeof to === 'function') return []
  const { job, data } = one
  const ids: Record<Audience, readonly (string | null | undefined)[]> = {
    customer: [job?.customerId],
    technician: [job?.technicianId],
    former_technician: [consequencesOf(one.event).formerTechnician?.(data)],
    office: admins,
    person: [one.personId],
    // See `notifyMembers`.
    member: [],
  }
  // People aren't notified of their own actions, but customers get a confirmation.
  return ids[to].filter(
    (id) => id != null && (to === 'customer' || confirms || id !== one.by),
  ) as string[]
}

function notificationsOf({ one, rule }: Notice, admins: readonly string[]): NewNotification[] {
  const { to: audience, bell } = rule
  if (!bell || typeof audience === 'function') return []
  return idsOf(one, rule, admins).map((userId) => ({
    id: randomUUID(),
    userId,
    event: one.event,
    audience,
    data: one.data,
    jobId: one.job?.id ?? null,
    createdAt: one.at,
  }))
}

/** The push message for a notification; none for the person's own action. */
function pushOf(added: { notice: Notice; notification: NewNotification }): NewPush[] {
  const { notice, notification } = added
  const { id: notificationId, userId } = notification
  if (userId === notice.one.by) return []
  const { urgent = false } = notice.rule
  return [{ userId, notificationId, urgent, byDay: !urgent, ...conditionsOf(notice) }]
}

// A phone that was offline sends the correction right after the mistake.
const soonTakenBackMs = 10_000
// Uploading an hour of work may take a while to reach the completion.
const uploadMs = 60_000
const askAfterMs = () => {
  const claimed = claimedTime()
  return claimed && now().getTime() - claimed.getTime() > uploadMs ? uploadMs : soonTakenBackMs
}

/** Conditions that must still hold when a message is sent. */
function conditionsOf({ one: { job, data, at = now() }, rule }: Notice) {
  const { preference, whileJobIs, whileOwed, sameTime, until, answerUntil, whileLinesWait } = rule
  return {
    ...(preference && { preference }),
    ...(whileJobIs && { jobStatus: [...whileJobIs] }),
    ...(whileOwed && { owedCents: whileOwed(data) }),
    ...(rule.whileUnrated && { unrated: true as const }),
    ...(rule.whileLastVisit && { lastVisit: true as const }),
    ...(sameTime && job && { jobStartsAt: job.startsAt }),
    ...(until && job && { notAfter: until(job, at) }),
    ...(answerUntil && { notAfter: answerUntil(data) }),
    ...(whileLinesWait && {
      waitingLines: whileLinesWait(data),
      startAfter: new Date(Date.now() + askAfterMs()),
    }),
  }
}

type Read = { reader: Recipient; about: MailAbout<EventName>; isGuest: boolean }

function readBy(notice: Notice, { people, guestJobs, tokens }: Readers): Read | undefined {
  const { one, rule } = notice
  const reader = people.get(idsOf(one, rule)[0] ?? '')
  if (reader && rule.to === 'person')
    return { reader, about: about(one, linksFor(reader.role, null)), isGuest: false }
  if (!reader || !one.job) return undefined
  // The recipient of a business bill may have no account; booking again needs one, so the visit's link is not enough.
  const asksNoAccount = guestJobs.has(one.job.id) || billedEmailOf(notice) !== undefined
  const byLink = rule.to === 'customer' && rule.link !== 'book_again' && asksNoAccount
  const token = byLink ? tokens.get(one.job.id) : undefined
  const link = token === undefined ? linksFor(reader.role, one.job.id) : guestLinksFor(token)
  const asGuest = token !== undefined
  return { reader, about: about(one, link, asGuest), isGuest: asGuest }
}

const billedEmailOf = ({ one, rule }: Notice): string | undefined => rule.billTo?.(one.data)

const about = ({ data, job }: Happening, link: (to: LinkTo) => string, asGuest = false) =>
  ({ data, job, link, isGuest: asGuest }) as unknown as MailAbout<EventName>

async function mailsOf(notice: Notice, readers: Readers): Promise<NewMail[]> {
  const { one, rule } = notice
  const words = rule.mail
  if (!words) return []
  const plain = () => plainMail(words(about(one, linksFor('admin', one.job?.id ?? null))))
  if (typeof rule.to === 'function') {
    const { email, language } = rule.to(one.data)
    if (!email) return []
    // A former address's owner most likely made the change: the mail uses the current language.
    const attached = rule.attachedStatement && { statementId: rule.attachedStatement(one.data) }
    if (language === undefined) return [{ to: email, ...plain(), ...attached }]
    return [{ to: email, language, ...inLanguage(language, plain), ...attached }]
  }
  if (rule.to === 'office')
    return (await officeMailboxes()).map((to) => ({
      to,
      language: null,
      ...inLanguage(null, plain),
    }))
  const read = readBy(notice, readers)
  const to = read && (billedEmailOf(notice) ?? read.reader.email)
  if (to && rule.to === 'person')
    return [
      {
        to,
        ...inLanguage(read.reader.language, () => plainMail(words(read.about))),
        ...conditionsOf(notice),
        language: read.reader.language,
        // Its link acts without a session.
        secret: true,
      },
    ]
  if (!to || !one.job) return []
  const { job } = one
  const { reader, isGuest: asGuest } = read
  const named = rule.to === 'customer' && readers.mailedContacts.has(job.id)
  const { contactName: greeted } = named ? job : { contactName: '' }
  const unsubscribe = await unsubscribingFrom(rule, reader)
  return [
    {
      to,
      ...inLanguage(reader.language, () =>
        visitMail(
          job,
          {
            firstName: greeted ? firstNameOf(greeted) : reader.firstName,
            isGuest: asGuest,
            unsubscribe: unsubscribe?.page,
          },
          rule.to === 'customer'
            ? customMail(one.event, { ...read.about, job, greeted }, words(read.about))
            : words(read.about),
        ),
      ),
      ...conditionsOf(notice),
      language: reader.language,
      ...(rule.calendar && { calendar: true }),
      ...(unsubscribe && { unsubscribeUrl: unsubscribe.atOnce }),
      jobId: job.id,
      // The link gives its holder the guest's access.
      ...(asGuest && { secret: true }),
    },
  ]
}

/** Links for the customer to switch off the rule's preference. */
async function unsubscribingFrom({ to, preference }: AnyRule, { id: userId }: Recipient) {
  if (to !== 'customer' || !preference) return undefined
  const token = (await unsubscribeTokens())({ userId, preference })
  return {
    page: siteAddress() + messagePaths.unsubscribe(token),
    atOnce: siteAddress() + messagePaths.unsubscribeAtOnce(token),
  }
}

/** The office's address, or else those of the admins; admins without e-mail see the notice on their home screen. */
async function officeMailboxes(): Promise<string[]> {
  const { supportEmail } = currentSettings()
  return supportEmail ? [supportEmail] : adminEmails()
}

async function sendSms(notice: Notice, readers: Readers): Promise<boolean> {
  const { one, rule } = notice
  if (!one.job && rule.to !== 'person') return false
  const read = readBy(notice, readers)
  const words = read && smsWords(notice, read)
  if (!read || !words) return false
  const { job } = one
  if (!job)
    return queueSms({
      userId: read.reader.id,
      job: null,
      message: inLanguage(read.reader.language, () => words(read.about)),
      byDay: !rule.urgent,
      ...conditionsOf(notice),
      secret: true,
    })
  const isOwn = words === rule.sms && rule.to === 'customer'
  // The text goes to the customer's phone, so it greets the contact only if they share it.
  const greeted = job.contactPhone ? '' : job.contactName
  const message = inLanguage(read.reader.language, () =>
    isOwn
      ? customSms(one.event, { ...read.about, job, greeted }, words(read.about))
      : words(read.about),
  )
  const toContact = rule.toContact && job.contactPhone !== ''
  return queueSms({
    userId: read.reader.id,
    job: one.job,
    message,
    ...(toContact && { toContact }),
    place: job.serviceAddress,
    names: [read.reader.firstName, ...namesIn(job)],
    // The person who did it is awake.
    byDay: !notice.rule.urgent && read.reader.id !== one.by,
    ...conditionsOf(notice),
    ...(words === rule.sms
      ? one.entryId && { id: one.entryId }
      : // The link gives its holder the guest's access.
        read.isGuest && { secret: true }),
  })
}

/** Wording of the text message; customers without e-mail get the mail's subject and a link. */
function smsWords({ rule }: Notice, { reader }: Read): AnyRule['sms'] {
  const { sms, mail, smsForMail, link = 'visit' } = rule
  if (sms || !mail || reader.email !== null || rule.to !== 'customer') return sms
  return (about) => `${smsForMail?.(about) ?? mail(about).subject}: ${about.link(link)}`
}
