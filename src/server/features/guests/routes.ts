import { askForCode, codeTicket } from '#server/features/accounts/actions/ask-for-code.ts'
import { codeSeconds } from '#server/features/accounts/actions/mail-code.ts'
import { rememberBrowser } from '#server/features/accounts/actions/remember-browser.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { guests } from '#shared/contract/guests.ts'
import { bookingCodeMail } from './booking-code-mail.ts'
import { checkGuestBooking } from './actions/check-guest-booking.ts'
import { customerLink } from './actions/customer-link.ts'
import { confirmGuestBooking } from './actions/confirm-guest-booking.ts'

/** Booking without an account, and the links to a single visit. `origin`: the configured address. */
export function guestRoutes(site: { origin?: string }) {
  return {
    'POST /api/jobs/{id}/customer-link': ({ person, params }) => customerLink(person, params.id),

    'POST /api/guest-bookings': async (call) => {
      await checkGuestBooking(call.body, call.request.ip)
      await askForCode(site, call, call.body.email, bookingCodeMail(call.body))
      return { success: true, expiresInSeconds: codeSeconds }
    },

    'POST /api/guest-bookings/confirm': async (call) => {
      const { code, ...form } = call.body
      const ticket = codeTicket(site, call.request)
      const booked = await confirmGuestBooking(form, { code, ticket, ip: call.request.ip })
      await rememberBrowser(site, call, form.email)
      return booked
    },
  } satisfies HandlersOf<typeof guests>
}
