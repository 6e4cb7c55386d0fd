import { decideFee } from '#server/features/jobs/actions/decide-fee.ts'
import { lockVisit } from '#server/features/jobs/actions/lock-visit.ts'
import { openRequests } from '#server/features/jobs/queries.ts'
import { jobFor } from '#server/reads/visits.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { booking } from '#shared/contract/booking.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { bookVisitsOnce } from './actions/book-visits.ts'
import { cancelBooking, endBookingNotDone } from './actions/cancel-booking.ts'
import { editBooking } from './actions/edit-booking.ts'
import { moveBooking } from './actions/move-booking.ts'
import { assignBooking, confirmBooking } from './actions/assign-booking.ts'
import { limitRoadAnswers } from './actions/limit-road-answers.ts'
import { availability, availabilityFor } from './queries.ts'
import { visitCalendar } from '#server/reads/visit-calendar.ts'

export const bookingRoutes = {
  'GET /api/availability': ({ person, query }) =>
    query.address || query.jobId ? availabilityFor(person, query) : availability(query),

  'POST /api/jobs': async ({ person, body, key, request: { ip } }) => {
    const { vehicleId, scheduledDate, scheduledTime, servicePackageId, seenPrice, ...booked } = body
    const visit = { vehicleId, scheduledDate, scheduledTime, servicePackageId, seenPrice }
    const [job] = await bookVisitsOnce(person, { ...booked, visits: [visit] }, { key, ip })
    if (!job) throw new Error('The visit was not booked.')
    return job
  },

  'POST /api/bookings': ({ person, body, key, request: { ip } }) =>
    bookVisitsOnce(person, body, { key, ip }),

  'PATCH /api/jobs/{id}': async ({ person, params, body, request: { ip } }) => {
    const edit = () => editBooking(person, params.id, body)
    await (body.serviceAddress === undefined
      ? edit()
      : limitRoadAnswers({ person, ip, always: true }, edit))
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/cancel': async ({ person, params, body }) => {
    const { reason, fee, seenFee } = body
    const cents = { feeCents: centsOf(fee), seenFeeCents: centsOf(seenFee) }
    await cancelBooking(person, params.id, { reason, ...cents })
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/not-done': async ({ person, params, body }) => {
    await endBookingNotDone(person, params.id, body)
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/fee': async ({ person, params, body }) => {
    await decideFee(person, params.id, {
      feeCents: centsOf(body.fee) ?? 0,
      reason: body.reason,
      seenFeeCents: centsOf(body.seenFee),
      askCustomer: body.askCustomer,
    })
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/reschedule': async ({ person, params, body, request: { ip } }) => {
    await limitRoadAnswers({ person, ip }, () => moveBooking(person, params.id, body))
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/assign': async ({ person, params, body }) => {
    await assignBooking(person, params.id, body)
    return jobFor(person, params.id)
  },

  'PUT /api/jobs/{id}/lock': async ({ person, params, body }) => {
    await lockVisit(person, params.id, body.locked ? 'office' : null)
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/confirm': async ({ person, params, body }) => {
    await confirmBooking(person, params.id, body)
    return jobFor(person, params.id)
  },

  'GET /api/admin/requests': ({ person }) => openRequests(person),

  'GET /api/jobs/{id}/calendar.ics': async ({ person, params }) => ({
    file: 'ics',
    ...(await visitCalendar(person, params.id)),
  }),
} satisfies HandlersOf<typeof booking>

const centsOf = (amount: string | number | undefined) =>
  amount === undefined ? undefined : centsFromDecimal(amount)
