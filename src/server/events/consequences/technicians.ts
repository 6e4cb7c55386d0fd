import { currentSettings } from '#server/base/current-settings.ts'
import type { AccountEvents } from '#shared/rules/events.ts'
import { type TechnicianField, technicianFields } from '#shared/rules/technicians.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeDays } from './log-lines.ts'

/** Technicians: how they join, leave, and when they work. */
export const technicianConsequences = {
  technician_waiting: {
    audit: null,
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
    audit: {
      about: 'technicians',
      line: () => ({ title: t('Technician approved') }),
    },
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
  technician_added: {
    audit: {
      about: 'technicians',
      person: ({ technicianId }) => technicianId,
      line: () => ({ title: t('Technician added') }),
    },
    changes: ['technicians', 'availability'],
    hears: ['office'],
  },
  technician_deactivated: {
    audit: {
      about: 'technicians',
      person: ({ technicianId }) => technicianId,
      line: () => ({ title: t('Technician deactivated') }),
    },
    changes: ['technicians', 'jobs', 'availability'],
    hears: ['office'],
  },
  hand_in_code_made: {
    audit: {
      about: 'technicians',
      person: ({ technicianId }) => technicianId,
      line: () => ({ title: t('Code made for handing in unsent work') }),
    },
    changes: [],
    hears: [],
  },
  technician_invited: {
    audit: {
      about: 'technicians',
      line: () => ({ title: t('Technician invited') }),
    },
    changes: ['technicians'],
    hears: ['office'],
    notifies: [
      {
        to: ({ invitedEmail, language }) => ({ email: invitedEmail, language }),
        mail: ({ data, link }) => ({
          subject: t('You are invited to work with {brand}', {
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t('Hello {name},', { name: data.firstName }),
            t(
              '{brand} has set up an account for you, with your visits and everything you need for them.',
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
  team_member_added: {
    audit: {
      about: 'team',
      stores: ['was'],
      person: ({ personId }) => personId,
      line: () => ({ title: t('Added to the office’s team') }),
    },
    changes: ['team', 'customers', 'technicians', 'jobs', 'availability'],
    hears: ['office'],
    notifies: [
      {
        to: ({ invitedEmail, language }) => ({ email: invitedEmail, language }),
        when: ({ invited }) => invited,
        mail: ({ data, link }) => ({
          subject: t('You are invited to the office of {brand}', {
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t('You can manage visits, customers, prices and money at {brand} now.', {
              brand: currentSettings().brandName,
            }),
            t('Sign in with this e-mail address, {email}; you need no password:', {
              email: data.invitedEmail,
            }) + `\n${link('sign_in')}`,
          ],
        }),
      },
      {
        to: 'office',
        link: 'team',
        bell: ({ data }) => ({
          title: t('Added to the office’s team'),
          message: t('{email} can manage visits, customers, prices and money now.', {
            email: data.invitedEmail,
          }),
        }),
      },
      {
        // Their session may be stolen.
        to: ({ invitedBy }) => ({ email: invitedBy?.email ?? '', language: invitedBy?.language }),
        when: ({ invitedBy }) => invitedBy !== null,
        mail: ({ data, link }) => ({
          subject: t('You invited {email} to the office of {brand}', {
            email: data.invitedEmail,
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t(
              '{email} can manage visits, customers, prices and money at {brand} now. If this was not you, remove them and sign out your other devices:',
              { email: data.invitedEmail, brand: currentSettings().brandName },
            ) + `\n${link('team')}`,
          ],
        }),
      },
    ],
  },
  team_member_removed: {
    audit: {
      about: 'team',
      stores: ['to'],
      person: ({ personId }) => personId,
      variants: [{ to: 'customer' }, { to: 'technician' }],
      line: ({ to }) => ({
        title: t('Removed from the office’s team'),
        lines: [
          to === 'customer'
            ? t('Now a customer')
            : to === 'technician'
              ? t('Now a technician')
              : undefined,
        ],
      }),
    },
    changes: ['team', 'customers', 'technicians', 'availability'],
    hears: ['office'],
  },
  technician_changed: {
    audit: {
      about: 'technicians',
      stores: ['works', 'fields'],
      line: ({ works, fields }) => ({
        title: t('Technician changed'),
        lines: [nameFields(fields) || (works ? t('Working hours or skills') : undefined)],
      }),
    },
    changes: ['technicians', 'availability'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        when: ({ works }) => works,
        link: 'home',
        bell: () => ({
          title: t('Your work details have changed'),
          message: t('The office changed your working hours or skills.'),
        }),
      },
    ],
  },
  technician_away: {
    audit: {
      about: 'technicians',
      stores: ['from', 'to'],
      line: (data) => ({ title: t('Days off'), lines: [describeDays(data)] }),
    },
    changes: ['technicians', 'availability'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: ({ data }) => ({ title: t('Days off'), message: describeDays(data) }),
      },
    ],
  },
  technician_back: {
    audit: {
      about: 'technicians',
      stores: ['from', 'to'],
      line: (data) => ({ title: t('Days off removed'), lines: [describeDays(data)] }),
    },
    changes: ['technicians', 'availability'],
    hears: ['office', 'queue'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: ({ data }) => ({ title: t('Days off removed'), message: describeDays(data) }),
      },
    ],
  },
  calendar_feed_changed: {
    audit: {
      about: 'technicians',
      stores: ['on', 'replaced'],
      variants: [{ on: true }, { on: false }],
      line: ({ on }) => ({
        title: on ? t('Secret calendar address created') : t('Secret calendar address turned off'),
      }),
    },
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
} satisfies SomeConsequences

/** Names of the changed technician fields; older rows have none. */
const nameFields = (fields: readonly TechnicianField[] = []): string =>
  fields.map((field) => translate(technicianFields[field])).join(', ')

/** The news about the secret calendar address, and how to turn it off. */
function describeFeed({ on, replaced }: AccountEvents['calendar_feed_changed']): string {
  if (!on) return t('The office turned off the secret calendar address for your visits.')
  return replaced
    ? t(
        'The office created a new secret calendar address for your visits. The previous one no longer works.',
      )
    : t(
        'The office created a secret calendar address for your visits. You can turn it off in your profile.',
      )
}
