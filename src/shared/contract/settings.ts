import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { highestAdjustedCents } from '../rules/payments.ts'
import { endpoints } from './endpoint.ts'

/** A whole number from 0, which switches it off, to `most`. */
export const limit = (most: number) => {
  const message = text('Please enter a whole number, 0 for no limit')
  return z.int(message).check(z.minimum(0, message), z.maximum(most))
}

const confirmAbove = text('Enter an amount between $0.00 and $10,000.00')
const reminderDays = text('Please enter up to 5 numbers of days, from 1 to 60')

const settings = {
  maxVisitsWithoutCard: limit(1000),
  maxVisitsPerVehiclePerDay: limit(5),
  maxOpenGuestBookings: limit(1000),
  maxGuestBookingsPerNetwork: limit(10_000),
  releaseWithoutCardHours: limit(2160),
  adjustConfirmAboveCents: z
    .int(confirmAbove)
    .check(z.minimum(0, confirmAbove), z.maximum(highestAdjustedCents, confirmAbove)),
  /** Empty for none. */
  paymentReminderDays: z
    .array(
      z.int(reminderDays).check(z.minimum(1, reminderDays), z.maximum(60, reminderDays)),
      reminderDays,
    )
    .check(z.maxLength(5, reminderDays)),
}

/** What the office may change of the settings. */
export const AdminSettings = z.object(settings)

export const adminSettings = endpoints({
  'GET /api/admin/settings': {
    summary: 'Settings that the office may change',
    allow: ['admin'],
    shows: ['settings'],
    response: AdminSettings,
  },
  'PUT /api/admin/settings': {
    summary: 'Change those that are given; they count at once',
    allow: ['admin'],
    changes: ['settings'],
    body: z.partial(z.strictObject(settings)),
    response: AdminSettings,
  },
})
