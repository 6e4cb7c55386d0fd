import { t } from '../texts/t.ts'

/** What an operator may change, with the values a fresh business starts from. */
export const defaultSettings = {
  brandName: 'Fivequart',
  tagline: 'Premium Oil Change Service',
  supportEmail: 'support@fivequart.example',
  supportPhone: '(555) 010-0142',
  timeZone: 'America/Chicago',
  /** ISO weekdays, 1 Monday … 7 Sunday. */
  serviceDays: [1, 2, 3, 4, 5, 6],
  claims: [
    '30-minute service',
    'Insured professionals',
    'Premium oils from conventional to full synthetic',
    '100% satisfaction guarantee',
  ],
  leadDays: 1,
  horizonDays: 90,
  slotCapacity: 1,
  rescheduleNoticeHours: 0,
  cancelNoticeHours: 0,
  areaBooking: true,
  autoAssign: false,
  smsEnabled: true,
  minimumBookingsPerArea: 3,
  defaultRadiusMiles: 10,
  technicianSelfAssign: true,
  /** A dearer extra, quantity included, is charged only once the customer has said yes. */
  extraApprovalAboveCents: 10_000,
  /** An amount of a visit above this, and above three times its quote, is set only once that was confirmed. */
  adjustConfirmAboveCents: 100_000,
  /** So many days after a visit its customer is reminded of what is still to be paid. */
  paymentReminderDays: [3, 7],
  // What protects the calendar from bookings that nobody means; 0: off. The office books as it likes.
  /** Visits ahead of one customer that no card stands behind. */
  maxVisitsWithoutCard: 5,
  /** Visits of one car on one day. */
  maxVisitsPerVehiclePerDay: 1,
  /** Visits ahead that were booked for one e-mail without signing in. */
  maxOpenGuestBookings: 3,
  /** Bookings without signing in from one network in a day. */
  maxGuestBookingsPerNetwork: 6,
  /** A visit without a card is released so many hours after it was booked; announced at half of them. */
  releaseWithoutCardHours: 0,
}

export type Settings = typeof defaultSettings

/** The claims of the landing page; same-day service is only claimed where it can be booked. */
export function shownClaims({ claims, leadDays }: Pick<Settings, 'claims' | 'leadDays'>): string[] {
  return leadDays === 0 ? [...claims, t('Same-day service')] : claims
}
