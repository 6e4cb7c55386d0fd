import type { Logo } from './logo.ts'
import type { MessageWords } from './editable-messages.ts'
import { noPublicTexts } from './public-texts.ts'
import type { SetupStep } from './setup.ts'
import { withServiceDays } from './weekly-hours.ts'
import { plural, t, text } from '../texts/t.ts'

/** What an operator may change, with the values a fresh business starts from. */
export const defaultSettings = {
  brandName: 'Fivequart',
  tagline: 'Premium Oil Change Service',
  logo: null as Logo | null,
  // What is published of a business is what its owner has said; until then nothing stands in its place.
  supportEmail: '',
  supportPhone: '',
  timeZone: 'America/Chicago',
  /** ISO weekdays, 1 Monday … 7 Sunday: those that `weeklyHours` opens. */
  serviceDays: [1, 2, 3, 4, 5, 6],
  /** The slots that each weekday offers, Monday to Sunday. */
  weeklyHours: withServiceDays([], [1, 2, 3, 4, 5, 6]),
  /** What the business promises, for its front page. */
  claims: [] as string[],
  /** What stands on its pages in words of its own. */
  ...noPublicTexts,
  /** Within how many hours messages are answered; 0: no promise. */
  replyHours: 0,
  leadDays: 1,
  horizonDays: 90,
  /** What a slot of a day takes: `slotCapacity` visits, or one for each technician who works then. */
  slotCapacityMode: 'number' as 'number' | 'technicians',
  slotCapacity: 1,
  rescheduleNoticeHours: 0,
  cancelNoticeHours: 0,
  areaBooking: true,
  autoAssign: false,
  smsEnabled: true,
  // At night people get no text and no push message but what is urgent, by their clock; the same twice: at any time.
  quietFrom: '21:00',
  quietUntil: '07:00',
  minimumBookingsPerArea: 3,
  defaultRadiusMiles: 10,
  technicianSelfAssign: true,
  /** So many of a product on the shelf, or fewer, are low stock. */
  lowStockAt: 10,
  /** A dearer extra, quantity included, is charged only once the customer has said yes. */
  extraApprovalAboveCents: 10_000,
  /** An amount of a visit above this, and above three times its quote, is set only once that was confirmed. */
  adjustConfirmAboveCents: 100_000,
  // What a visit costs that is cancelled late or could not be done; 0: nothing, and nothing is said of it.
  cancelFeeCents: 0,
  /** Late is less than so many hours before the visit. */
  cancelFeeWithinHours: 24,
  notDoneFeeCents: 0,
  /** Whether customers are asked for a tip for the technician after a visit that a card has paid. */
  tipsEnabled: false,
  /** Whether sales tax is taken on what is booked from now on, at which rate in basis points where a core spot has none of its own. */
  salesTaxEnabled: false,
  salesTaxRateBp: 0,
  /** Whether it is taken on extras, too. */
  extrasTaxable: true,
  /** So many days after a visit its customer is reminded of what is still to be paid. */
  paymentReminderDays: [3, 7],
  invoiceInstructions: '',
  /** So many days before an invoice is due its customer is reminded of it, 0: not; and so many days after, while it is open. */
  invoiceReminderDaysBefore: 3,
  invoiceReminderDays: [1, 8, 15, 22],
  // What protects the calendar from bookings that nobody means; 0: off. The office books as it likes.
  /** Visits ahead of one customer that no card stands behind. */
  maxVisitsWithoutCard: 5,
  /** Visits of one car on one day. */
  maxVisitsPerVehiclePerDay: 1,
  /** Visits ahead that were booked for one e-mail without signing in. */
  maxOpenGuestBookings: 3,
  /** Bookings without signing in from one network in a day. */
  maxGuestBookingsPerNetwork: 6,
  /** Messages to customers in the office's own words, by `editableMessages`. */
  messageWords: {} as Readonly<Record<string, MessageWords>>,
  /** So many backups are kept, one of each night; 0: none is made. */
  backupsKept: 7,
  // After so many days what was sent, and notifications that were read, is deleted; 0: never.
  sentMessagesKeptDays: 730,
  notificationsKeptDays: 180,
  /** What of its first steps the office has checked and leaves as it is. */
  confirmedSteps: [] as SetupStep[],
  /** A visit without a card is released so many hours after it was booked; announced at half of them. */
  releaseWithoutCardHours: 0,
}

export type Settings = typeof defaultSettings

/** What a time takes, as a choice. */
export const slotCapacityLabels = {
  number: text('a fixed number of visits'),
  technicians: text('one visit for each technician at work'),
} as const

/** The claims of the landing page; same-day service is only claimed where it can be booked. */
export function shownClaims({ claims, leadDays }: Pick<Settings, 'claims' | 'leadDays'>): string[] {
  return leadDays === 0 ? [...claims, t('Same-day service')] : claims
}

/** "24 hours"; '' where nothing is promised. */
export const describeReplyTime = (hours: number): string =>
  hours > 0 ? plural(hours, { one: '{count} hour', other: '{count} hours' }) : ''
