import { text } from '../texts/t.ts'

/** Preferences a mail can switch off, in the order its token counts them. */
export const mailPreferences = [
  'appointmentReminders',
  'serviceUpdates',
  'marketingEmails',
] as const
export type MailPreference = (typeof mailPreferences)[number]

/** Completes "You get no more …" after switching one off. */
export const mailPreferenceLabels = {
  appointmentReminders: text('reminders of your visits'),
  serviceUpdates: text('updates about your visits'),
  marketingEmails: text('offers and reminders of your next service'),
} as const satisfies Record<MailPreference, string>
