import { askForCode, codeTicket } from '#server/features/accounts/actions/ask-for-code.ts'
import { codeSeconds, type CodeMail } from '#server/features/accounts/actions/mail-code.ts'
import { rememberBrowser } from '#server/features/accounts/actions/remember-browser.ts'
import { limitRoadAnswers } from '#server/features/booking/actions/limit-road-answers.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { guests, GuestBookingForm } from '#shared/contract/guests.ts'
import { checkGuestBooking, confirmGuestBooking } from './actions/confirm-guest-booking.ts'
import { customerLink } from './actions/customer-link.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

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
      const { ip } = call.request
      const booked = await limitRoadAnswers({ person: null, ip }, () =>
        confirmGuestBooking(form, { code, ticket, ip }),
      )
      await rememberBrowser(site, call, form.email)
      return booked
    },
  } satisfies HandlersOf<typeof guests>
}

/** The mail with the code that books a visit, naming the visit. */
const bookingCodeMail =
  ({ vehicle, scheduledDate, scheduledTime }: GuestBookingForm): CodeMail =>
  (code) => {
    const brand = currentSettings().brandName
    const visit = formatVisit(scheduledDate, scheduledTime, { long: true })
    return {
      subject: t('{code} confirms your visit from {brand}', { code, brand }),
      body: t(
        'Your code is {code}. It books an oil change for the {car} on {visit}. It works for ten minutes, in the browser that asked for it.\n\nNothing is booked without it. No one from {brand} will ever ask you for it. If you did not ask for a visit, you can ignore this e-mail.',
        { brand, code, car: vehicleName(vehicle), visit },
      ),
    }
  }
