import * as z from 'zod/mini'
import { t, text } from '../texts/t.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { highestAdjustedCents } from '../rules/payments.ts'
import { changedSubjects } from '../rules/setting-changes.ts'
import { endpoints } from './endpoint.ts'
import { Logo } from './logo.ts'
import { AllMessageWords } from './message-words.ts'
import { publicTextSettings } from './public-texts.ts'
import { taxRateBp } from './tax-rate.ts'
import { SetupStepName } from './setup.ts'
import {
  amount,
  done,
  idParams,
  instant,
  optionalText,
  phone,
  required,
  requiredLine,
  uuid,
  WeeklyHours,
} from './fields.ts'

/** A whole number from 0, which switches it off, to `most`. */
export const limit = (most: number) => {
  const error = () => t('Please enter a whole number from 0 to {most}.', { most })
  return z.int({ error }).check(z.minimum(0, { error }), z.maximum(most, { error }))
}

/** An e-mail address, or nothing. */
export const emailOrNone = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254),
  z.refine((value) => value === '' || z.regexes.email.test(value), text('Invalid email address')),
)

/** What the business says of itself, on its pages, in its mails and on its receipts; blank: nothing. */
const business = {
  brandName: requiredLine(text('Please enter the name of your business'), 80),
  tagline: z.string().check(z.trim(), z.maxLength(80)),
  supportPhone: phone,
  supportEmail: emailOrNone,
  /** What it promises on its front page. */
  claims: z
    .array(required(text('Please enter a promise, or leave it out'), 80))
    .check(z.maxLength(8)),
  /** Within how many hours it answers messages; 0: no promise. */
  replyHours: limit(168),
}

const confirmAbove = text('Enter an amount between $0.00 and $10,000.00')
const cents = z
  .int(confirmAbove)
  .check(z.minimum(0, confirmAbove), z.maximum(highestAdjustedCents, confirmAbove))
/** The same as a form has it. */
export const dollars = () =>
  amount(confirmAbove).check(
    z.refine(
      (dollars) => (centsFromDecimal(dollars) ?? Infinity) <= highestAdjustedCents,
      confirmAbove,
    ),
  )
const feeHours = text('Please enter a whole number of hours from 1 to 720')
const reminderDays = text('Please enter up to 5 numbers of days, from 1 to 60')

const seatsPlease = text('Please enter a whole number from 1 to 50')
/** How many visits a slot of a day takes: so many, or one for each technician who works then. */
const capacity = {
  slotCapacityMode: z.enum(['number', 'technicians']),
  slotCapacity: z.int(seatsPlease).check(z.minimum(1, seatsPlease), z.maximum(50, seatsPlease)),
}

/** A whole number from `least` to `most`. */
const between = (least: number, most: number) => {
  const error = () => t('Please enter a whole number from {least} to {most}.', { least, most })
  return z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}

/** How long something is kept: days, or 0 for ever. */
const daysKept = (least: number, most: number) => {
  const error = () =>
    t('Please enter a whole number from {least} to {most}, or 0.', { least, most })
  return z.int({ error }).check(
    z.maximum(most, { error }),
    z.refine((days) => days === 0 || days >= least, { error }),
  )
}

const daysPlease = text('Please choose at least one day')
const zonePlease = text('Please choose a time zone such as America/Chicago.')
const radiusPlease = text('Please enter miles from 5 to 25, in steps of 0.5')

/** When the business works, and how far ahead people book. */
const hours = {
  timeZone: requiredLine(zonePlease, 60),
  /** ISO weekdays, 1 Monday … 7 Sunday: those that the hours open. Given alone, a day that it opens has all slots. */
  serviceDays: z
    .array(z.int(daysPlease).check(z.minimum(1, daysPlease), z.maximum(7, daysPlease)), daysPlease)
    .check(z.minLength(1, daysPlease), z.maxLength(14, daysPlease)),
  weeklyHours: WeeklyHours,
  leadDays: limit(30),
  horizonDays: between(7, 365),
  rescheduleNoticeHours: limit(720),
  cancelNoticeHours: limit(720),
}

const area = {
  areaBooking: z.boolean(),
  minimumBookingsPerArea: between(1, 10),
  defaultRadiusMiles: z.number(radiusPlease).check(
    z.minimum(5, radiusPlease),
    z.maximum(25, radiusPlease),
    z.refine((miles) => Number.isInteger(miles * 2), radiusPlease),
  ),
}

const fullHour = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):00$/, text('Please choose a full hour, such as 21:00.')))

const settings = {
  ...business,
  ...publicTextSettings,
  /** One that was made before; null: none. */
  logo: z.nullable(Logo),
  ...capacity,
  ...hours,
  ...area,
  smsEnabled: z.boolean(),
  /** By the clock of whoever is written to. */
  quietFrom: fullHour,
  quietUntil: fullHour,
  messageWords: AllMessageWords,
  /** What of its first steps the office has checked and leaves as it is. */
  confirmedSteps: z.array(SetupStepName).check(z.maxLength(10)),
  extraApprovalAboveCents: cents,
  /** Whether the server names the technician of a visit. */
  autoAssign: z.boolean(),
  /** Whether technicians may take visits that nobody has. */
  technicianSelfAssign: z.boolean(),
  lowStockAt: limit(10_000),
  backupsKept: limit(90),
  sentMessagesKeptDays: daysKept(30, 3650),
  notificationsKeptDays: daysKept(30, 3650),
  maxVisitsWithoutCard: limit(1000),
  maxVisitsPerVehiclePerDay: limit(5),
  maxOpenGuestBookings: limit(1000),
  maxGuestBookingsPerNetwork: limit(10_000),
  releaseWithoutCardHours: limit(2160),
  adjustConfirmAboveCents: cents,
  cancelFeeCents: cents,
  cancelFeeWithinHours: z.int(feeHours).check(z.minimum(1, feeHours), z.maximum(720, feeHours)),
  notDoneFeeCents: cents,
  tipsEnabled: z.boolean(),
  salesTaxEnabled: z.boolean(),
  salesTaxRateBp: taxRateBp,
  extrasTaxable: z.boolean(),
  /** How invoices are paid, printed on each. */
  invoiceInstructions: z.string().check(z.trim(), z.maxLength(300)),
  /** Empty for none. */
  paymentReminderDays: z
    .array(
      z.int(reminderDays).check(z.minimum(1, reminderDays), z.maximum(60, reminderDays)),
      reminderDays,
    )
    .check(z.maxLength(5, reminderDays)),
  invoiceReminderDaysBefore: limit(30),
  /** Empty for none. */
  invoiceReminderDays: z
    .array(
      z.int(reminderDays).check(z.minimum(1, reminderDays), z.maximum(60, reminderDays)),
      reminderDays,
    )
    .check(z.maxLength(5, reminderDays)),
}

/** What the office may change of the settings. */
export const AdminSettings = z.object({
  ...settings,
  /** As the `ETag` has it, for `If-Match`. */
  version: z.int(),
})
export const SettingsForm = z.partial(
  z.strictObject({ ...settings, logo: z.nullable(z.strictObject(Logo.shape)) }),
)

const values = z.nullable(z.record(z.string(), z.unknown()))
/** What somebody of the office changed, from what to what. */
const SettingChange = z.object({
  id: z.string(),
  at: instant,
  /** Who did it; '' where that is not known. */
  by: z.string(),
  subject: z.enum(changedSubjects),
  /** Which of its kind; null where there is one alone. */
  subjectId: z.nullable(z.string()),
  /** Null: it did not exist. */
  before: values,
  /** Null: it was removed. */
  after: values,
  /** It took another change back. */
  isUndo: z.boolean(),
  isUndone: z.boolean(),
  /** Whether all of it is still so, and it can be taken back now. */
  canUndo: z.boolean(),
})
export type SettingChange = z.infer<typeof SettingChange>

const { claims: _, tagline: _tagline, ...facts } = business
/** The same as a form has it: a promise a line. */
export const BusinessForm = z.strictObject({ ...facts, promises: optionalText(600) })

const { brandName, supportPhone, supportEmail } = business
/** What is asked of a new business first. */
export const ReachForm = z.strictObject({ brandName, supportPhone, supportEmail })
const { weeklyHours, timeZone } = hours
export const HoursForm = z.strictObject({ weeklyHours, timeZone })

/** The fees as a form has them: dollars. */
export const FeesForm = z.strictObject({
  cancelFee: dollars(),
  cancelFeeWithinHours: settings.cancelFeeWithinHours,
  notDoneFee: dollars(),
})

/** Who does what, as a form has it. */
export const StaffingForm = z.strictObject({
  ...capacity,
  autoAssign: settings.autoAssign,
  technicianSelfAssign: settings.technicianSelfAssign,
})

export const adminSettings = endpoints({
  'GET /api/admin/settings': {
    summary: 'Settings that the office may change; the ETag is for changing them',
    allow: ['admin'],
    shows: ['settings'],
    response: AdminSettings,
  },
  'PUT /api/admin/settings': {
    summary:
      "Change those that are given; they count at once. When one of them was changed to something else since the version of an If-Match, 409 with details.reason 'changed', who changed it to what (by, now, fields) and the version that has it",
    allow: ['admin'],
    ifMatch: true,
    changes: ['settings'],
    body: SettingsForm,
    response: AdminSettings,
    errors: [409],
  },
  'GET /api/admin/settings/changes': {
    reads: 'much',
    summary:
      'Who changed what of the settings, core spots and words, and when; at most 200, the newest first, or those before one',
    allow: ['admin'],
    shows: ['settings'],
    query: z.strictObject({ before: z.optional(uuid()) }),
    response: z.array(SettingChange),
  },
  'POST /api/admin/settings/changes/{id}/undo': {
    summary: 'Take a change back; 409 when what it changed was changed again since',
    allow: ['admin'],
    changes: ['settings', 'service_area'],
    params: idParams,
    response: done,
    errors: [404, 409],
  },
})
