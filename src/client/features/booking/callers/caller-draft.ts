import { type CallerBookingForm, NewCaller } from '#shared/contract/callers.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import type { ContactDetail } from '#shared/rules/contact-details.ts'
import { nameParts } from '#shared/rules/name-parts.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { looksLikePhone } from '#shared/rules/phone-numbers.ts'
import { slotByLabel, type SlotLabel, slotLabel } from '#shared/rules/slots.ts'
import { visibleText } from '#shared/rules/visible-text.ts'
import { wording } from '#shared/texts/t.ts'
import type { Car, VisitDraft } from '../booking-draft.ts'
import { detailProblems, type Details } from '../contact-question.tsx'
import { type Problem, refusedFields } from '../questions.ts'
import { carAsTyped, carForm, emptyCar, type TypedCar } from '../typed-car.ts'
import type { BookingBody } from '../use-booking.ts'

export type TypedCaller = Required<NewCaller>

/** Answers only the office's booking form asks for. */
export type CallerDraft = {
  customerId: string | null
  customer: TypedCaller | null
  /** Confirmed: existing customers with this phone number are different people. */
  isSomebodyElse: boolean
  details: Details
  cars: Record<number, TypedCar>
  technicianIds: Record<number, string>
}

export const emptyCallerDraft: CallerDraft = {
  customerId: null,
  customer: null,
  isSomebodyElse: false,
  details: { name: '', phone: '' },
  cars: {},
  technicianIds: {},
}

export function newCallerFrom(typed: string): TypedCaller {
  const nothing = { firstName: '', lastName: '', email: '', phone: '', agreesToTexts: false }
  const text = visibleText(typed).trim()
  if (text.includes('@')) return { ...nothing, email: text }
  if (looksLikePhone(text)) return { ...nothing, phone: text }
  return /\d/.test(text) ? nothing : { ...nothing, ...nameParts(text) }
}

/** Id of a new car in the customer's list of cars. */
export const newCarId = (visitKey: number) => `new ${visitKey}`

export const typedCarOf = ({ cars }: CallerDraft, visitKey: number) => cars[visitKey] ?? emptyCar

export const newCars = (own: CallerDraft, visits: readonly VisitDraft[]): Car[] =>
  visits.map(({ key }) => carAsTyped(newCarId(key), typedCarOf(own, key)))

/** Problems in the office-only fields; `lacking` lists details missing from a known customer's account. */
export function callerProblems(
  own: CallerDraft,
  visits: readonly VisitDraft[],
  lacking: readonly ContactDetail[],
): Problem[] {
  const cars = visits
    .filter(({ key, vehicleId }) => vehicleId === newCarId(key))
    .flatMap(({ key }) => typedCarProblems(typedCarOf(own, key)).map((one) => ({ ...one, key })))
  return [...whoProblems(own, lacking), ...cars]
}

function whoProblems(own: CallerDraft, lacking: readonly ContactDetail[]): Problem[] {
  if (own.customerId) return detailProblems(lacking, own.details)
  if (!own.customer) return [{ field: 'customerId', message: 'Please select or enter customer ID' }]
  const { error } = parseTyped(NewCaller, sentCaller(own.customer))
  const fields = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return refusedFields({ fields }, [])
}

const sentCaller = ({ email, ...caller }: TypedCaller): NewCaller => ({
  ...caller,
  ...(email.trim() && { email }),
})

export function callerBooking(
  own: CallerDraft,
  body: BookingBody,
  visits: readonly VisitDraft[],
  lacking: readonly ContactDetail[],
): CallerBookingForm {
  const { customerId, details } = own
  return {
    ...body,
    visits: body.visits.map(({ vehicleId, ...visit }, at) => {
      const key = visits[at]?.key ?? 0
      const technicianId = own.technicianIds[key]
      return {
        ...visit,
        ...carOf(own, { key, vehicleId }),
        ...(technicianId && { technicianId }),
      }
    }),
    ...(customerId
      ? { customerId, ...Object.fromEntries(lacking.map((one) => [one, details[one]])) }
      : newCallerOf(own)),
  }
}

/** A new caller as sent; undefined if the caller is known. */
export const newCallerOf = ({ customer, isSomebodyElse }: CallerDraft) =>
  customer && { customer: sentCaller(customer), ...(isSomebodyElse && { isSomebodyElse }) }

/** A visit's car as sent: of the customer, or a new one. */
export const carOf = (
  own: CallerDraft,
  { key, vehicleId }: Pick<VisitDraft, 'key' | 'vehicleId'>,
) =>
  vehicleId === newCarId(key)
    ? { vehicle: carForm(typedCarOf(own, key)) }
    : { vehicleId: vehicleId ?? undefined }

export type Prefilled = {
  /** Name, phone or e-mail of a new customer. */
  caller: string
  customerId: string | null
  technicianId: string | null
  visit: Partial<VisitDraft>
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads `customerId`, `caller`, `vehicleId`, `date`, `time` (a slot's label or number) and `technicianId`; ignores invalid values. */
export function readPrefilled(query: URLSearchParams): Prefilled {
  const id = (name: string) => {
    const value = query.get(name)
    return value && uuid.test(value) ? value.toLowerCase() : null
  }
  const date = query.get('date')
  return {
    caller: query.get('caller')?.trim() ?? '',
    customerId: id('customerId'),
    technicianId: id('technicianId'),
    visit: {
      vehicleId: id('vehicleId'),
      date: date && isLocalDate(date) ? date : null,
      time: slotNamed(query.get('time') ?? ''),
    },
  }
}

function slotNamed(time: string): SlotLabel | null {
  const slot = slotByLabel(time)
  return slot ? slotLabel(slot) : null
}

/** Missing fields, or why the car needs no oil change. */
export function typedCarProblems(car: TypedCar): Problem[] {
  const parsed = parseTyped(VehicleForm, carForm(car))
  const fields = parsed.error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))
  if (fields) return refusedFields({ fields }, [])
  const facts = carAsTyped('', car)
  return hasNoEngineOil(facts) ? [{ field: 'model', message: wording(noOilPhrase(facts)) }] : []
}
