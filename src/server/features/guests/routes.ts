import { askForCode, codeTicket } from '#server/features/accounts/actions/ask-for-code.ts'
import { codeSeconds } from '#server/features/accounts/actions/mail-code.ts'
import { rememberBrowser } from '#server/features/accounts/actions/remember-browser.ts'
import { cancelBooking } from '#server/features/booking/actions/cancel-booking.ts'
import { decideExtra } from '#server/features/jobs/actions/decide-extra.ts'
import { preAuthorize } from '#server/features/payments/actions/pre-authorize.ts'
import { processPayment } from '#server/features/payments/actions/process-payment.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { guests } from '#shared/contract/guests.ts'
import { checkGuestBooking } from './actions/check-guest-booking.ts'
import { confirmGuestBooking } from './actions/confirm-guest-booking.ts'
import { guestVisit, openLink } from './queries.ts'

/** Booking without an account, and the links by which one visit is followed. `origin`: the configured address. */
export function guestRoutes(site: { origin?: string }) {
  return {
    'POST /api/guest-bookings': async (call) => {
      await checkGuestBooking(call.body, call.request.ip)
      await askForCode(site, call, call.body.email)
      return { success: true, expiresInSeconds: codeSeconds }
    },

    'POST /api/guest-bookings/confirm': async (call) => {
      const { code, ...form } = call.body
      const ticket = codeTicket(site, call.request)
      const booked = await confirmGuestBooking(form, { code, ticket, ip: call.request.ip })
      await rememberBrowser(site, call, form.email)
      return booked
    },

    'POST /api/guest-links/visit': async ({ body }) => guestVisit(await openLink(body.token)),

    'POST /api/guest-links/cancel': async ({ body }) => {
      const link = await openLink(body.token)
      await cancelBooking(link.person, link.jobId)
      return guestVisit(link)
    },

    'POST /api/guest-links/decide-extra': async ({ body: { token, extraId, ...answer } }) => {
      const link = await openLink(token)
      await decideExtra(link.person, { id: link.jobId, extraId }, answer)
      return guestVisit(link)
    },

    'POST /api/guest-links/pre-authorize': async ({ body: { token, ...card } }) => {
      const { person, jobId } = await openLink(token)
      return preAuthorize(person, { ...card, jobId })
    },

    'POST /api/guest-links/process': async ({ body: { token, ...card } }) => {
      const { person, jobId } = await openLink(token)
      return processPayment(person, { ...card, jobId })
    },
  } satisfies HandlersOf<typeof guests>
}
