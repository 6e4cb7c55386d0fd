import { currentSettings } from '#server/base/current-settings.ts'
import type { AccountEvents, ScheduleEvents } from '#shared/rules/events.ts'
import { askUs } from '#shared/rules/reach.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t, wording } from '#shared/texts/t.ts'
import type { ConsequencesOf } from '../consequence-types.ts'

/** What happens to accounts, and what strangers write to the office. */
export const accountConsequences = {
  technician_waiting: {
    changes: ['technicians'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'technicians',
        bell: ({ data }) => ({
          title: t('A technician is waiting'),
          message: t('{email} would like to work with you. Approve them under Technicians.', {
            email: data.email,
          }),
        }),
      },
    ],
  },
  account_approved: {
    changes: ['technicians', 'availability'],
    hears: ['office'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: () => ({
          title: t('You are approved'),
          message: t('Welcome to {brand}! Your jobs will appear here.', {
            brand: currentSettings().brandName,
          }),
        }),
      },
    ],
  },
  customer_changed: { changes: ['customers', 'account', 'jobs'], hears: ['office', 'person'] },
  customers_imported: { changes: ['customers', 'vehicles'], hears: ['office'] },
  import_undone: { changes: ['customers', 'vehicles'], hears: ['office'] },
  data_exported: { changes: [], hears: [] },
  list_exported: { changes: [], hears: [] },
  customers_merged: {
    changes: ['customers', 'vehicles', 'jobs', 'payments', 'contact_messages', 'conversation'],
    hears: ['office', 'person'],
  },
  vehicle_saved: { changes: ['vehicles'], hears: [] },
  vehicle_deleted: { changes: ['vehicles', 'customers'], hears: ['office', 'person'] },
  vehicle_recovered: {
    changes: ['vehicles', 'customers'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: ({ data }) => ({
          title: t('Your car is back'),
          message: t('The office has brought {vehicle} back into your account.', {
            vehicle: data.vehicle,
          }),
        }),
      },
    ],
  },
  technician_added: { changes: ['technicians', 'availability'], hears: ['office'] },
  technician_deactivated: { changes: ['technicians', 'jobs', 'availability'], hears: ['office'] },
  technician_invited: {
    changes: ['technicians'],
    hears: ['office'],
    notifies: [
      {
        to: 'person',
        mail: ({ data, link }) => ({
          subject: t('You are invited to work with {brand}', {
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t('Hello {name},', { name: data.firstName }),
            t(
              '{brand} has set up an account for you. There you find your visits, with everything you need on the way.',
              { brand: currentSettings().brandName },
            ),
            t('Sign in with this e-mail address, {email}; you need no password:', {
              email: data.invitedEmail,
            }) + `\n${link('sign_in')}`,
          ],
        }),
      },
    ],
  },
  technician_changed: {
    changes: ['technicians', 'availability'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        when: ({ works }) => works,
        link: 'home',
        bell: () => ({
          title: t('Your work details have changed'),
          message: t('The office has changed when you work, or what you can do.'),
        }),
      },
    ],
  },
  technician_away: {
    changes: ['technicians', 'availability'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: ({ data }) => ({ title: t('Days off'), message: describeDates(data) }),
      },
    ],
  },
  technician_back: {
    changes: ['technicians', 'availability'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: ({ data }) => ({ title: t('Days off taken back'), message: describeDates(data) }),
      },
    ],
  },

  calendar_feed_changed: {
    changes: ['technicians'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        link: 'profile',
        bell: ({ data }) => ({ title: t('Your calendar'), message: describeFeed(data) }),
      },
    ],
  },

  email_changed: {
    changes: ['customers', 'technicians'],
    hears: ['office'],
    notifies: [
      {
        // Whoever held the account before hears of it, in case it was not them.
        to: 'former_email',
        mail: ({ data }) => ({
          subject: t('Your e-mail address at {brand} was changed', {
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t('Your {brand} account now uses {email}. If this was not you, {askUs}', {
              brand: currentSettings().brandName,
              email: data.email,
              askUs: wording(askUs('email', currentSettings())),
            }),
          ],
        }),
      },
    ],
  },
  account_deleted: { changes: ['customers', 'jobs'], hears: ['office'] },

  contact_message: {
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
  contact_message_handled: { changes: ['contact_messages'], hears: ['office'] },
  contact_message_assigned: {
    changes: ['contact_messages'],
    hears: ['office'],
    notifies: [
      {
        to: 'person',
        link: 'contact_messages',
        bell: ({ data }) => ({
          title: t('A message is yours to answer'),
          message: t('{name}: {subject}', { name: data.name, subject: data.subject }),
        }),
      },
    ],
  },
  contact_message_answered: {
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
        to: 'writer',
        mail: ({ data, link }) => {
          const { supportEmail, brandName } = currentSettings()
          return {
            subject: t('Re: {subject}', { subject: data.subject }),
            paragraphs: [
              t('Hello {name},', { name: data.name }),
              data.message,
              supportEmail
                ? t('To write back, simply answer this e-mail.')
                : t('To write back: {link}', { link: link('contact') }),
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
} satisfies ConsequencesOf<AccountEvents>

/** What was texted, and what it means where it was a word that every provider knows. */
function describeText({ keyword, message }: AccountEvents['text_received']): string {
  if (keyword === 'stop') return t('They wrote STOP: they get no more text messages.')
  if (keyword === 'start') return t('They wrote START: they want text messages again.')
  return message
}

/** Whose visits can be read, and what they can do about it. */
function describeFeed({ on, replaced }: AccountEvents['calendar_feed_changed']): string {
  if (!on)
    return t('The office has switched off the address at which a calendar reads your visits.')
  return replaced
    ? t(
        'The office has made a new secret address at which a calendar reads your visits. The one before works no more.',
      )
    : t(
        'The office has made a secret address at which a calendar reads your visits. You can switch it off in your profile.',
      )
}

const describeDates = ({ from, to }: { from: string; to: string }): string =>
  from === to
    ? formatDay(from, { year: true })
    : t('{from} to {to}', { from: formatDay(from), to: formatDay(to, { year: true }) })

/** What happens to the calendar, and to the settings it follows. */
export const scheduleConsequences = {
  slots_blocked: { changes: ['availability'], hears: ['office'] },
  slots_opened: { changes: ['availability'], hears: ['office'] },
  // Brand, hours and limits are on every screen, and whoever is booking sees the times of now.
  settings_changed: { changes: ['settings', 'availability'], hears: ['everybody'] },
  service_area_changed: { changes: ['service_area'], hears: ['office'] },
} satisfies ConsequencesOf<ScheduleEvents>
