import { currentSettings } from '#server/base/current-settings.ts'
import {
  bookingRefusal,
  type BookingRefusal,
  visitWithoutCard,
} from '#server/features/jobs/actions/booking-caps.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { askUs } from '#shared/rules/reach.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase, pluralPhrase } from '#shared/texts/t.ts'
import type { VisitTime } from './visit-time.ts'

type Asked = {
  customerId: string
  vehicleId: string
  guestNetwork?: string
  sameMailbox?: readonly string[]
  time: VisitTime
  /** Position among the visits requested. */
  index: number
  /** How many earlier ones are for the same car on the same day. */
  sameDay: number
  /** The office books, which may exceed the limits. */
  byOffice: boolean
}

/** Throws the Conflict for the limit that prevents this visit, if any. */
export async function assertWithinLimits(limited: Asked): Promise<void> {
  const { time, index, sameDay, byOffice, ...asked } = limited
  const reason = await bookingRefusal({ ...asked, serviceDate: time.date })
  const field = `visits.${index}.scheduledDate`
  if (reason && byOffice) throw beyondLimits(reason, time)
  if (reason === 'vehicle_day')
    throw sameDay > 0 ? vehicleDayTwice(time, field, sameDay + 1) : vehicleDayFull(time, field)
  if (reason) throw await limitReached(reason, asked.guestNetwork ? undefined : asked.customerId)
}

/** The Conflict that the office may override. */
const beyondLimits = (reason: BookingRefusal, { date }: VisitTime) =>
  new Conflict(
    reason === 'vehicle_day'
      ? phrase('This car already has the most visits on {date} that your settings allow.', {
          date: formatDay(date),
        })
      : phrase(
          'This customer already has the most upcoming visits without a card that your settings allow.',
        ),
    { reason },
  )

/** The Conflict for a car with the maximum number of visits on that day. */
export function vehicleDayFull({ date }: VisitTime, field: string) {
  const message = phrase(
    'This car already has a visit on {date}. Please choose another day. If only this one works, {askUs}',
    { date: formatDay(date), askUs: askUs('phone', currentSettings()) },
  )
  return Conflict.at(field, message, { reason: 'vehicle_day' })
}

/** The Conflict for a car that would exceed the maximum by the visits requested for that day. */
function vehicleDayTwice({ date }: VisitTime, field: string, visits: number) {
  const message =
    visits === 2
      ? phrase('Your car is in two of these visits on {date}. Please pick another day for one.', {
          date: formatDay(date),
        })
      : phrase(
          'Your car is in {count} of these visits on {date}. Please pick another day for one.',
          { date: formatDay(date), count: visits },
        )
  return Conflict.at(field, message, { reason: 'vehicle_day' })
}

/** The Conflict for a customer who has moved visits too often within a day. */
export function movesUsedUp() {
  const message = phrase(
    'You have moved visits many times today. Please try again tomorrow. If you cannot wait, {askUs}',
    { askUs: askUs('phone', currentSettings()) },
  )
  return new Conflict(message, { reason: 'moved_today' })
}

/** The Conflict for other limits; signed-in customers get the visit that needs a card. */
export async function limitReached(
  reason: Exclude<BookingRefusal, 'vehicle_day'>,
  customerId?: string,
) {
  const jobId =
    reason === 'visits_without_card' &&
    takesCards() &&
    customerId &&
    (await visitWithoutCard(customerId))
  return new Conflict(words(reason), { reason, ...(jobId && { jobId }) })
}

function words(reason: Exclude<BookingRefusal, 'vehicle_day'>) {
  const reach = askUs('phone', currentSettings())
  switch (reason) {
    case 'visits_without_card':
      if (!takesCards())
        return phrase('You already have several upcoming visits. To book another, {askUs}', {
          askUs: reach,
        })
      return phrase(
        'You have several upcoming visits without a card. Add a card to one of them to book another. If you cannot, {askUs}',
        { askUs: reach },
      )
    case 'cancelled_today':
      return phrase(
        'Many visits were cancelled from this account today. Please book again tomorrow. If you cannot wait, {askUs}',
        { askUs: reach },
      )
    case 'guest_visits':
      return pluralPhrase(
        currentSettings().maxOpenGuestBookings,
        {
          one: 'There is {count} visit booked with this e-mail already. Sign in to book more. If you cannot, {askUs}',
          other:
            'There are {count} visits booked with this e-mail already. Sign in to book more. If you cannot, {askUs}',
        },
        { askUs: reach },
      )
    case 'guest_network':
      return phrase(
        'Many visits were booked from your network today. Sign in to book. If you cannot, {askUs}',
        { askUs: reach },
      )
  }
}
