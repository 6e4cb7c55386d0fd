import { GuestBookingForm } from '#shared/contract/guests.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { notesOf } from '#shared/rules/visit-details.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { wording } from '#shared/texts/t.ts'
import type { Guest } from './guest.ts'
import { asksFor, type Problem, refusedFields } from './questions.ts'
import { carAsTyped, carForm } from './typed-car.ts'
import type { BookingBody } from './use-booking.ts'

/** The whole booking in the contract's form, or the problems in its fields. */
export function readGuestBooking(guest: Guest, body: BookingBody) {
  const { name, email, phone } = guest
  const vehicle = carForm(guest)
  const { visits, ...rest } = body
  const [{ vehicleId: _, ...visit } = {}] = visits
  const parsed = parseTyped(GuestBookingForm, {
    name,
    email,
    phone,
    vehicle,
    ...visit,
    ...rest,
  })
  if (parsed.success) return { form: parsed.data, fields: [] }
  return {
    fields: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  }
}

export function guestProblems(guest: Guest): Problem[] {
  const nothing = { visits: [], serviceAddress: '', ...notesOf({}) }
  const own = /^(vehicle\.|name$|email$|phone$)/
  const fields = readGuestBooking(guest, nothing).fields.filter(({ path }) => own.test(path))
  const car = carAsTyped('guest', guest)
  const problems = refusedFields({ fields }, [])
  if (!hasNoEngineOil(car) || problems.some(({ field }) => asksFor('vehicle', field)))
    return problems
  return [...problems, { field: 'model', message: wording(noOilPhrase(car)) }]
}
