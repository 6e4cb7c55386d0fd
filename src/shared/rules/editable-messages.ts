import { type Phrase, phrase, text } from '../texts/t.ts'

/** Placeholders of a message's text, in braces, filled with the visit's values. */
export const placeholders = [
  { name: 'details', says: text('our complete standard text') },
  { name: 'subject', says: text('our standard subject') },
  { name: 'customer', says: text('first name') },
  { name: 'number', says: text('number of the visit') },
  { name: 'time', says: text('day and time') },
  { name: 'address', says: text('address') },
  { name: 'car', says: text('car') },
  { name: 'services', says: text('package and add-ons') },
  { name: 'price', says: text('price') },
  { name: 'link', says: text('link to the visit') },
  { name: 'brand', says: text('name of the business') },
  { name: 'phone', says: text('phone of the business') },
] as const
type Placeholder = (typeof placeholders)[number]['name']

type Channel = 'email' | 'sms'
type Editable = {
  id: string
  event: string
  channel: Channel
  title: string
  /** The text must contain one of these, because it carries or links to what the customer needs. */
  needs: readonly Placeholder[]
}

/** Messages to customers whose text the office can change. */
export const editableMessages = [
  {
    id: 'job_booked.email',
    event: 'job_booked',
    channel: 'email',
    title: text('Booking confirmed, e-mail'),
    needs: ['details', 'link'],
  },
  {
    id: 'job_requested.email',
    event: 'job_requested',
    channel: 'email',
    title: text('Request received, e-mail'),
    needs: ['details', 'link'],
  },
  {
    id: 'job_reminded.email',
    event: 'job_reminded',
    channel: 'email',
    title: text('Reminder on the day before, e-mail'),
    needs: ['details', 'link'],
  },
  {
    id: 'job_reminded.sms',
    event: 'job_reminded',
    channel: 'sms',
    title: text('Reminder on the day before, SMS'),
    needs: [],
  },
  {
    id: 'job_rescheduled.email',
    event: 'job_rescheduled',
    channel: 'email',
    title: text('Visit moved, e-mail'),
    needs: ['details'],
  },
  {
    id: 'job_cancelled.email',
    event: 'job_cancelled',
    channel: 'email',
    title: text('Visit cancelled, e-mail'),
    needs: ['details'],
  },
  {
    id: 'technician_on_way.sms',
    event: 'technician_on_way',
    channel: 'sms',
    title: text('Technician on the way, SMS'),
    needs: [],
  },
  {
    id: 'technician_arrived.sms',
    event: 'technician_arrived',
    channel: 'sms',
    title: text('Technician has arrived, SMS'),
    needs: [],
  },
  {
    id: 'service_completed.email',
    event: 'service_completed',
    channel: 'email',
    title: text('Service completed, e-mail'),
    needs: ['details'],
  },
  {
    id: 'service_completed.sms',
    event: 'service_completed',
    channel: 'sms',
    title: text('Service completed, SMS'),
    needs: ['details', 'link'],
  },
  {
    id: 'invoice_issued.email',
    event: 'invoice_issued',
    channel: 'email',
    title: text('Invoice, e-mail'),
    needs: ['details'],
  },
  {
    id: 'invoice_reminded.email',
    event: 'invoice_reminded',
    channel: 'email',
    title: text('Reminder of an invoice, e-mail'),
    needs: ['details'],
  },
] as const satisfies readonly Editable[]
export type EditableMessage = (typeof editableMessages)[number]
export type MessageId = EditableMessage['id']

/** Text messages have no subject. */
export type MessageWords = { subject: string; body: string }

/** The default: the built-in text. */
export const builtInWords: MessageWords = { subject: '{subject}', body: '{details}' }

export const messageById = (id: string): EditableMessage | undefined =>
  editableMessages.find((one) => one.id === id)

/** Longest text message, in characters; it is sent in a few parts. */
const maxSmsLength = 320

/** Why a text cannot be sent: an unknown placeholder, a missing required one, or a blank text. */
export function wordsProblem(
  message: EditableMessage,
  { subject, body }: MessageWords,
): { path: 'subject' | 'body'; refusal: Phrase } | undefined {
  const isEmail = message.channel === 'email'
  const unknown = (words: string) =>
    [...words.matchAll(/\{([^{}]*)\}/g)]
      .map(([, name]) => name ?? '')
      .find((name) => !placeholders.some((one) => one.name === name))
  for (const [path, words] of [
    ['subject', isEmail ? subject : '{subject}'],
    ['body', body],
  ] as const) {
    if (words.trim() === '') return { path, refusal: phrase('Please enter the text') }
    const name = unknown(words)
    if (name !== undefined)
      return { path, refusal: phrase('There is no placeholder {name}.', { name: `{${name}}` }) }
    if (path === 'subject' && words.includes('{details}'))
      return { path, refusal: phrase('{name} is too long for a subject.', { name: '{details}' }) }
  }
  if (!isEmail && body.length > maxSmsLength)
    return {
      path: 'body',
      refusal: phrase('Please use at most {count} characters.', { count: maxSmsLength }),
    }
  const { needs } = message as Editable
  if (needs.length > 0 && !needs.some((name) => body.includes(`{${name}}`)))
    return {
      path: 'body',
      refusal: phrase('Please keep {names}, so that customers get the information they need.', {
        names: needs.map((name) => `{${name}}`).join(' / '),
      }),
    }
  return undefined
}

/** The text with its placeholders filled in. */
export const fillWords = (words: string, values: Readonly<Record<Placeholder, string>>): string =>
  words.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  )
