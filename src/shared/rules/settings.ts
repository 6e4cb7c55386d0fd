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
}

export type Settings = typeof defaultSettings

/** The claims of the landing page; same-day service is only claimed where it can be booked. */
export function shownClaims({ claims, leadDays }: Pick<Settings, 'claims' | 'leadDays'>): string[] {
  return leadDays === 0 ? [...claims, t('Same-day service')] : claims
}
