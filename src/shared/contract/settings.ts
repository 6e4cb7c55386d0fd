import * as z from 'zod/mini'
import { t, text } from '../texts/t.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { highestAdjustedCents } from '../rules/payments.ts'
import { endpoints } from './endpoint.ts'
import { amount, optionalText, phone, required, requiredLine } from './fields.ts'

/** A whole number from 0, which switches it off, to `most`. */
export const limit = (most: number) => {
  const error = () => t('Please enter a whole number from 0 to {most}.', { most })
  return z.int({ error }).check(z.minimum(0, { error }), z.maximum(most, { error }))
}

/** An e-mail address, or nothing. */
const emailOrNone = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, text('Invalid email address')),
  )

/** What the business says of itself, on its pages, in its mails and on its receipts; blank: nothing. */
const business = {
  brandName: requiredLine(text('Please enter the name of your business'), 80),
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
const feeAmount = () =>
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

const settings = {
  ...business,
  ...capacity,
  /** Whether the server names the technician of a visit. */
  autoAssign: z.boolean(),
  /** Whether technicians may take visits that nobody has. */
  technicianSelfAssign: z.boolean(),
  lowStockAt: limit(10_000),
  maxVisitsWithoutCard: limit(1000),
  maxVisitsPerVehiclePerDay: limit(5),
  maxOpenGuestBookings: limit(1000),
  maxGuestBookingsPerNetwork: limit(10_000),
  releaseWithoutCardHours: limit(2160),
  adjustConfirmAboveCents: cents,
  cancelFeeCents: cents,
  cancelFeeWithinHours: z.int(feeHours).check(z.minimum(1, feeHours), z.maximum(720, feeHours)),
  notDoneFeeCents: cents,
  /** Empty for none. */
  paymentReminderDays: z
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
export const SettingsForm = z.partial(z.strictObject(settings))

const { claims: _, ...facts } = business
/** The same as a form has it: a promise a line. */
export const BusinessForm = z.strictObject({ ...facts, promises: optionalText(600) })

/** The fees as a form has them: dollars. */
export const FeesForm = z.strictObject({
  cancelFee: feeAmount(),
  cancelFeeWithinHours: settings.cancelFeeWithinHours,
  notDoneFee: feeAmount(),
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
    changes: ['settings'],
    body: SettingsForm,
    response: AdminSettings,
    errors: [409],
  },
})
