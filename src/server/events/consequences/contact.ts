import { currentSettings } from '#server/base/current-settings.ts'
import type { AccountEvents } from '#shared/rules/events.ts'
import { t } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'

/** Messages to the office, and its replies. */
export const contactConsequences = {
  contact_message: {
    audit: null,
    changes: ['contact_messages'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'contact_messages',
        bell: ({ data }) => ({
          title: t('Message from {name}', { name: data.name }),
          message: data.subject,
        }),
        mail: ({ data, link }) => ({
          subject: t('Contact form: {subject}', { subject: data.subject }),
          paragraphs: [
            t('From {sender}', {
              sender: [data.name, data.email, data.phone].filter(Boolean).join(', '),
            }),
            ...(data.jobNumber ? [t('About {number}', { number: data.jobNumber })] : []),
            data.message,
            t('Your reply goes straight to them. In the office: {link}', {
              link: link('contact_messages'),
            }),
          ],
          replyTo: data.email,
        }),
      },
    ],
  },
  text_received: {
    audit: null,
    changes: ['contact_messages', 'customers'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'contact_messages',
        bell: ({ data }) => ({
          title: t('Text message from {name}', { name: data.name || data.phone }),
          message: describeText(data),
        }),
        mail: ({ data, link }) => ({
          subject: t('Text message from {name}', { name: data.name || data.phone }),
          paragraphs: [
            t('From {sender}', { sender: [data.name, data.phone].filter(Boolean).join(', ') }),
            ...(data.jobNumber ? [t('About {number}', { number: data.jobNumber })] : []),
            describeText(data),
            t('Answer in the office: {link}', { link: link('contact_messages') }),
          ],
        }),
      },
    ],
  },
  contact_message_handled: {
    audit: {
      about: 'messages',
      stores: ['contactMessageId'],
      line: () => ({ title: t('Message to the office marked as done') }),
    },
    changes: ['contact_messages'],
    hears: ['office'],
  },
  contact_message_assigned: {
    audit: {
      about: 'messages',
      stores: ['contactMessageId'],
      line: () => ({ title: t('Message to the office assigned') }),
    },
    changes: ['contact_messages'],
    hears: ['office'],
    notifies: [
      {
        to: 'person',
        link: 'contact_messages',
        bell: ({ data }) => ({
          title: t('A message was assigned to you'),
          message: t('{name}: {subject}', { name: data.name, subject: data.subject }),
        }),
      },
    ],
  },
  contact_message_answered: {
    audit: {
      about: 'messages',
      stores: ['contactMessageId'],
      line: () => ({ title: t('Message to the office answered') }),
    },
    changes: ['contact_messages'],
    hears: ['office'],
    notifies: [
      {
        to: 'person',
        link: 'contact',
        bell: ({ data }) => ({
          title: t('The office has answered: {subject}', { subject: data.subject }),
          message: data.message,
        }),
      },
      {
        to: ({ writerEmail, language }) => ({ email: writerEmail, language }),
        mail: ({ data, link }) => {
          const { supportEmail, brandName } = currentSettings()
          return {
            subject: t('Re: {subject}', { subject: data.subject }),
            paragraphs: [
              t('Hello {name},', { name: data.name }),
              data.message,
              supportEmail
                ? t('To reply, simply answer this e-mail.')
                : t('Reply here: {link}', { link: link('contact') }),
              t('Your {brand} office', { brand: brandName }),
              t('You wrote:'),
              data.question.replace(/^/gm, '> '),
            ],
            ...(supportEmail && { replyTo: supportEmail }),
          }
        },
      },
    ],
  },
} satisfies SomeConsequences

/** The text message, with its meaning if it opts out or in. */
function describeText({
  keyword,
  message,
  mayCancelVisit,
  wrongNumber,
  jobNumber = '',
}: AccountEvents['text_received']): string {
  const word = message.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
  if (mayCancelVisit)
    return t('They wrote “{word}”: texts to them stop, but they may mean visit {number}.', {
      word,
      number: jobNumber,
    })
  if (wrongNumber)
    return t('They wrote “{word}”: texts to this number stop. Please check whose number it is.', {
      word,
    })
  if (keyword === 'stop')
    return t('They wrote “{word}”: they no longer get text messages.', { word })
  if (keyword === 'start') return t('They wrote “{word}”: they want text messages again.', { word })
  return message
}
