import { adminIds } from '#server/features/accounts/queries.ts'
import { guestTokens } from '#server/features/guests/actions/guest-token.ts'
import { bookedAsGuest } from '#server/features/guests/queries.ts'
import {
  type NewNotification,
  notifyPeople,
} from '#server/features/notifications/actions/notify-people.ts'
import { type NewMail, queueMails } from '#server/features/notifications/actions/queue-mail.ts'
import { queueSms } from '#server/features/notifications/actions/queue-sms.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inLanguage } from '#server/base/language.ts'
import type { MailAbout, Telling } from './consequence-types.ts'
import { consequencesOf } from './consequences.ts'
import type { Audience, EventName } from '#shared/rules/events.ts'
import type { Happening } from './happening.ts'
import type { LinkTo } from './links.ts'
import { mailAboutVisit, plainMail } from './mail-frame.ts'
import { guestLinksFor, isGuest, linksFor, type Recipient, recipientsById } from './recipients.ts'

/** One happening and one of the ways in which it is told. */
type Told = { one: Happening; telling: Telling<EventName> }

/** Tells everybody who is to be told, in the current transaction: a few statements for any number of people. */
export async function tell(all: readonly Happening[]): Promise<void> {
  const told = all.flatMap(tellingsOf)
  if (told.length === 0) return
  const admins = told.some(({ telling }) => telling.to === 'office') ? await adminIds() : []
  await notifyPeople(told.flatMap((one) => notificationsOf(one, admins)))
  const written = told.filter(isWritten)
  const readers = await readersOf(written)
  await queueMails(written.flatMap((one) => mailOf(one, readers) ?? []))
  for (const one of written) await sendSms(one, readers)
}

/** A mail always is; a text message where whoever did it did not say otherwise. */
const isWritten = ({ one: { data }, telling: { mail, sms } }: Told) =>
  mail !== undefined || (sms !== undefined && (!('asSms' in data) || data.asSms))

/** Whom mails and text messages go to, and the tokens by which guests among them follow their visits. */
type Readers = { people: ReadonlyMap<string, Recipient>; tokens: ReadonlyMap<string, string> }

async function readersOf(written: readonly Told[]): Promise<Readers> {
  const people = await recipientsById(written.flatMap(({ one, telling }) => idsOf(one, telling)))
  const since = await bookedAsGuest(written.flatMap(({ one }) => one.job?.id ?? []))
  const guestJobs = written.flatMap(({ one: { job } }) => {
    const customer = job && people.get(job.customerId)
    return customer && isGuest(customer, since.get(job.id)) ? [job.id] : []
  })
  return { people, tokens: await guestTokens([...new Set(guestJobs)]) }
}

function tellingsOf(one: Happening): Told[] {
  // One of many kinds of events: each telling of the table fits the data of its own.
  const tells = (consequencesOf(one.event).tells ?? []) as readonly Telling<EventName>[]
  return tells
    .filter(({ when }) => !when || when(one.data as never))
    .map((telling) => ({ one, telling }))
}

/** The accounts of an audience; the office's mailbox and a former address have none. */
function idsOf(one: Happening, { to }: { to: Audience }, admins: readonly string[] = []): string[] {
  const { job, data } = one
  const ids: Record<Audience, readonly (string | null | undefined)[]> = {
    customer: [job?.customerId],
    technician: [job?.technicianId],
    former_technician: ['formerTechnicianId' in data ? data.formerTechnicianId : null],
    office: admins,
    person: [one.personId],
    former_email: [],
  }
  // Nobody is told what they did themselves, but a customer has it confirmed.
  return ids[to].filter((id) => id != null && (to === 'customer' || id !== one.by)) as string[]
}

function notificationsOf({ one, telling }: Told, admins: readonly string[]): NewNotification[] {
  if (!telling.list) return []
  return idsOf(one, telling, admins).map((userId) => ({
    userId,
    event: one.event,
    audience: telling.to,
    data: one.data,
    jobId: one.job?.id ?? null,
  }))
}

/** What must still be so when a message is sent. */
function conditionsOf({ one: { job }, telling }: Told) {
  const { preference, whileJobIs, sameTime, until } = telling
  return {
    ...(preference && { preference }),
    ...(whileJobIs && { jobStatus: [...whileJobIs] }),
    ...(sameTime && job && { jobStartsAt: job.startsAt }),
    ...(until && job && { notAfter: until(job) }),
  }
}

type Read = { reader: Recipient; about: MailAbout<EventName>; isGuest: boolean }

function readBy({ one, telling }: Told, { people, tokens }: Readers): Read | undefined {
  const reader = people.get(idsOf(one, telling)[0] ?? '')
  if (!reader || !one.job) return undefined
  const token = telling.to === 'customer' ? tokens.get(one.job.id) : undefined
  const link = token === undefined ? linksFor(reader.role, one.job.id) : guestLinksFor(token)
  const asGuest = token !== undefined
  return { reader, about: about(one, link, asGuest), isGuest: asGuest }
}

const about = ({ data, job }: Happening, link: (to: LinkTo) => string, asGuest = false) =>
  ({ data, job, link, isGuest: asGuest }) as unknown as MailAbout<EventName>

function mailOf(told: Told, readers: Readers): NewMail | undefined {
  const { one, telling } = told
  const words = telling.mail
  if (!words) return undefined
  const plain = () => plainMail(words(about(one, linksFor('admin', one.job?.id ?? null))))
  // Whoever had the address is most likely who has just given it up; the office does not speak its visitors' languages.
  if ('formerEmail' in one.data) return { to: one.data.formerEmail, ...plain() }
  if (telling.to === 'office')
    return { to: currentSettings().supportEmail, ...inLanguage(null, plain) }
  const read = readBy(told, readers)
  const to = read?.reader.email
  if (!to || !one.job) return undefined
  const { job } = one
  const { reader, isGuest: asGuest } = read
  return {
    to,
    ...inLanguage(reader.language, () =>
      mailAboutVisit(job, { ...reader, isGuest: asGuest }, words(read.about)),
    ),
    ...conditionsOf(told),
    jobId: job.id,
    // Whoever has the link can do what the guest can.
    ...(asGuest && { secret: true }),
  }
}

async function sendSms(told: Told, readers: Readers): Promise<void> {
  const { one, telling } = told
  if (!one.job || !telling.sms) return
  const read = readBy(told, readers)
  if (!read) return
  const message = inLanguage(read.reader.language, () => telling.sms?.(read.about) ?? '')
  await queueSms({
    userId: read.reader.id,
    job: one.job,
    message,
    ...conditionsOf(told),
    ...(one.entryId && { id: one.entryId }),
  })
}
