import { personName } from '#client/app/person-name.ts'
import type { User } from '#shared/contract/accounts.ts'
import type { GuestBookingForm } from '#shared/contract/guests.ts'
import { text } from '#shared/texts/t.ts'
import type { Problem } from './questions.ts'
import { emptyCar, type TypedCar } from './typed-car.ts'

export type Guest = Pick<GuestBookingForm, 'name' | 'email' | 'phone'> &
  TypedCar & {
    /** Booked once the mailed code is entered. */
    sent: GuestBookingForm | null
  }

/** Prefilled for signed-in people. */
export function newGuest(person: User | null): Guest {
  const known = person?.role === 'customer' ? person : null
  return {
    ...emptyCar,
    name: known ? personName({ ...known, email: null }) : '',
    email: known?.email ?? '',
    phone: known?.phone ?? '',
    sent: null,
  }
}

/** Problems for empty fields; `check-guest.ts` finds the others. */
export function emptyFields({ vehicle, name, email, phone }: Guest): Problem[] {
  const { make, model, year, licensePlate } = vehicle
  const typed = { make, model, year, licensePlate, name, email, phone }
  const fields = Object.keys(typed) as (keyof typeof typed)[]
  return fields
    .filter((field) => typed[field].trim() === '')
    .map((field) => ({ field, message: text('Please fill this in') }))
}
