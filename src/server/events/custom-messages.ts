import { currentSettings } from '#server/base/current-settings.ts'
import { type JobRow, servicesOf } from '#server/reads/job-row.ts'
import {
  type EditableMessage,
  editableMessages,
  fillWords,
  type MessageWords,
} from '#shared/rules/editable-messages.ts'
import type { EventName } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { signedSms, smsText } from '#shared/rules/sms-text.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import type { MailAbout, MailContent } from './consequence-types.ts'
import { rulesOf } from './consequences.ts'
import { describePrice, describeTime, timeOf } from './describe-visit.ts'
import type { LinkTo } from './links.ts'
import { visitMail } from './mail-template.ts'
import { linksFor } from './recipients.ts'

/** `greeted`: the name of the visit's contact, if the message reaches them; empty for the customer. */
type About = { job: JobRow; link: (to: LinkTo) => string; greeted?: string }

/** People whom a message about a visit may name. */
export const namesIn = ({ customerName, contactName, technicianName }: JobRow): string[] =>
  [customerName, contactName, technicianName ?? ''].filter(Boolean)

export const firstNameOf = (name: string) => name.split(' ')[0] ?? ''

/** A confirmed request reads like a booking. */
const sameWords: Record<string, string> = { job_confirmed: 'job_booked' }

/** The office's wording of a message; undefined without one, or if it is not in the reader's language. */
function customWords(event: string, channel: EditableMessage['channel']): MessageWords | undefined {
  if (currentLanguage() !== 'en') return undefined
  const named = sameWords[event] ?? event
  const message = editableMessages.find((one) => one.event === named && one.channel === channel)
  return message && currentSettings().messageWords[message.id]
}

/** A customer mail in the office's wording, or the built-in one. */
export function customMail(event: string, about: About, builtIn: MailContent): MailContent {
  const own = customWords(event, 'email')
  return own ? fillMail(own, about, builtIn) : builtIn
}

/** A customer text message in the office's wording, or the built-in one. */
export function customSms(event: string, about: About, builtIn: string): string {
  const own = customWords(event, 'sms')
  return own ? fillSms(own, about, builtIn) : builtIn
}

function fillMail(own: MessageWords, about: About, builtIn: MailContent): MailContent {
  const values = valuesOf(about, builtIn.subject, builtIn.paragraphs.join('\n\n'))
  const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim()
  return {
    ...builtIn,
    subject: oneLine(fillWords(own.subject, values)),
    paragraphs: fillWords(own.body, values)
      .trim()
      .split(/\n{2,}/),
  }
}

const fillSms = (own: MessageWords, about: About, builtIn: string): string =>
  fillWords(own.body, valuesOf(about, '', builtIn)).trim()

function valuesOf({ job, link, greeted }: About, subject: string, details: string) {
  const { brandName, supportPhone } = currentSettings()
  return {
    details,
    subject,
    customer: firstNameOf(greeted || job.customerName),
    number: jobNumber(job.number),
    time: describeTime(timeOf(job)),
    address: job.serviceAddress,
    car: vehicleName(job.vehicle),
    services: servicesOf(job).join(', '),
    price: describePrice(job),
    link: link('visit'),
    brand: brandName,
    phone: supportPhone,
  }
}

/** Previews a message about a visit as its customer would read it with this wording. */
export function previewMessage(message: EditableMessage, words: MessageWords, job: JobRow) {
  const rule = rulesOf(message.event).find(
    (one) => one.to === 'customer' && (message.channel === 'email' ? one.mail : one.sms),
  )
  const time = timeOf(job)
  const about = {
    data: { ...time, from: time, to: time, startsAt: job.startsAt.toISOString(), reason: '' },
    job,
    link: linksFor('customer', job.id),
    isGuest: false,
  } as unknown as MailAbout<EventName> & { job: JobRow }
  if (message.channel === 'sms') {
    const { brandName } = currentSettings()
    const body = fillSms(words, about, rule?.sms?.(about) ?? '')
    const signed = signedSms(brandName, jobNumber(job.number), body)
    return { subject: '', body: smsText(signed, [brandName, ...namesIn(job)], job.serviceAddress) }
  }
  const builtIn = rule?.mail?.(about) ?? { subject: '', paragraphs: [] }
  const firstName = firstNameOf(job.customerName)
  const { subject, body } = visitMail(
    job,
    { firstName, isGuest: false },
    fillMail(words, about, builtIn),
  )
  return { subject, body }
}
