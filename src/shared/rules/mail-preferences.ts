import { text } from '../texts/t.ts'

/** What people can switch off, each by itself, in the order in which a token of a mail counts them. */
export const mailPreferences = [
  'appointmentReminders',
  'serviceUpdates',
  'marketingEmails',
] as const
export type MailPreference = (typeof mailPreferences)[number]

/** What somebody gets no more who has switched it off, for "You get no more …". */
export const mailPreferenceLabels = {
  appointmentReminders: text('reminders of your visits'),
  serviceUpdates: text('updates about your visits'),
  marketingEmails: text('offers and reminders of your next service'),
} as const satisfies Record<MailPreference, string>
