import type { CodeMail } from '#server/features/accounts/actions/mail-code.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import type { GuestBookingForm } from '#shared/contract/guests.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The mail with the code that books a visit, naming the visit. */
export const bookingCodeMail =
  ({ vehicle, scheduledDate, scheduledTime }: GuestBookingForm): CodeMail =>
  (code) => {
    const brand = currentSettings().brandName
    const visit = formatVisit(scheduledDate, scheduledTime, { long: true })
    return {
      subject: t('{code} confirms your visit from {brand}', { code, brand }),
      body: t(
        'Your code is {code}. It books an oil change for the {car} on {visit}. It works for ten minutes, in the browser that asked for it.\n\nNothing is booked without it. Nobody from {brand} will ever ask you for it. If you did not ask for a visit, you can ignore this e-mail.',
        { brand, code, car: vehicleName(vehicle), visit },
      ),
    }
  }
