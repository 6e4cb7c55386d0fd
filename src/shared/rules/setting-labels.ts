import { text, translate } from '../texts/t.ts'
import { publicTexts } from './public-texts.ts'
import type { Settings } from './settings.ts'

/** What the settings are called, in their form and where their changes are listed. */
const settingLabels: Partial<Record<keyof Settings, string>> = {
  areaBooking: text('Area booking'),
  autoAssign: text('Auto-assign'),
  smsEnabled: text('SMS'),
  quietFrom: text('Quiet from'),
  quietUntil: text('Quiet until'),
  technicianSelfAssign: text('Technicians may take visits'),
  minimumBookingsPerArea: text('Minimum bookings per area'),
  defaultRadiusMiles: text('Default radius'),
  weeklyHours: text('Service days and times'),
  timeZone: text('Time zone'),
  leadDays: text('Earliest booking'),
  horizonDays: text('Latest booking'),
  slotCapacityMode: text('A time takes'),
  slotCapacity: text('Visits'),
  rescheduleNoticeHours: text('To move'),
  cancelNoticeHours: text('To cancel'),
  maxVisitsWithoutCard: text('Visits ahead without a card, per customer'),
  maxVisitsPerVehiclePerDay: text('Visits of one car on a day'),
  maxOpenGuestBookings: text('Visits ahead per guest'),
  maxGuestBookingsPerNetwork: text('Guest bookings a day from one network'),
  backupsKept: text('Backups kept'),
  sentMessagesKeptDays: text('Sent e-mails and texts'),
  notificationsKeptDays: text('Notifications that were read'),
  releaseWithoutCardHours: text('Release visits without a card after'),
  extraApprovalAboveCents: text('Customers approve extras above'),
  adjustConfirmAboveCents: text('Ask again before an adjusted amount above'),
  invoiceInstructions: text('How invoices are paid'),
  paymentReminderDays: text('Remind of open payments after'),
  invoiceReminderDaysBefore: text('Remind of invoices before'),
  invoiceReminderDays: text('Remind of overdue invoices after'),
  tipsEnabled: text('Ask for a tip'),
  salesTaxEnabled: text('Take sales tax'),
  salesTaxRateBp: text('Sales tax rate'),
  extrasTaxable: text('Extras are taxed'),
  lowStockAt: text('Low stock is so many, or fewer'),
  brandName: text('Name of the business'),
  tagline: text('Tagline'),
  supportPhone: text('Phone'),
  supportEmail: text('E-mail'),
  claims: text('Promises on the front page'),
  replyHours: text('Messages are answered within'),
  serviceDays: text('Service days'),
  cancelFeeCents: text('For cancelling late'),
  cancelFeeWithinHours: text('Late is less than'),
  notDoneFeeCents: text('For a visit that could not be done, at most'),
  logo: text('Logo'),
  messageWords: text('Words of messages'),
  confirmedSteps: text('First steps looked at'),
  faq: text('Frequently asked questions'),
  ...Object.fromEntries(publicTexts.map(({ name, title }) => [name, title])),
}

/** The same where nothing around them says what they belong to. */
const namesAlone: Partial<Record<keyof Settings, string>> = {
  slotCapacityMode: text('What a time takes'),
  slotCapacity: text('Visits at a time'),
  rescheduleNoticeHours: text('Notice to move'),
  sentMessagesKeptDays: text('Days that sent e-mails and texts are kept'),
  notificationsKeptDays: text('Days that read notifications are kept'),
  cancelNoticeHours: text('Notice to cancel'),
  cancelFeeCents: text('Fee for cancelling late'),
  cancelFeeWithinHours: text('When cancelling is late'),
  notDoneFeeCents: text('Fee for a visit that could not be done'),
}

/** Names of the settings that have a label. */
export const namedSettings = Object.keys(settingLabels)

/** The label of a setting in the reader's language; its name, of one that nobody sets on a screen. */
export function labelOfSetting(name: string): string {
  const label = settingLabels[name as keyof Settings]
  return label ? translate(label) : name
}

/** The settings that were changed, in a line. */
export const nameSettings = (names: readonly string[]): string =>
  names
    // The days follow from the hours.
    .filter((name) => name !== 'serviceDays' || !names.includes('weeklyHours'))
    .map((name) => {
      const alone = namesAlone[name as keyof Settings]
      return alone ? translate(alone) : labelOfSetting(name)
    })
    .join(', ')
