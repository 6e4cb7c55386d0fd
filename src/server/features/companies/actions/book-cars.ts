import { transaction } from '#server/database/database.ts'
import { bookVisits } from '#server/features/booking/actions/book-visits.ts'
import { bookableDates, freshDay } from '#server/features/booking/queries.ts'
import { locateAddress, placeOf } from '#server/features/service-area/queries.ts'
import { AppError, Conflict, Invalid } from '#server/http/errors.ts'
import type { ActionKey } from '#server/http/idempotency.ts'
import { answerOnce, rememberedWith } from '#server/idempotency/stored-answers.ts'
import { companyFor } from '#server/reads/companies.ts'
import type { CompanyBooking, CompanyBookingForm, CompanyCar } from '#shared/contract/companies.ts'
import { addDays, daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { mostCarsAtOnce, unitNumberOf } from '#shared/rules/companies.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import type { Location } from '#shared/rules/road.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase, t, wording } from '#shared/texts/t.ts'
import { carsByUnit, carsFor, contactOfMember } from '../queries.ts'
import { lockCompany } from './lock-company.ts'

type Placed = CompanyBooking['placed'][number]
type Left = CompanyBooking['left'][number]

const mostDays = 14

/** Carries the answer of a dry run out of the transaction that is rolled back. */
class DryRun extends Error {
  readonly booking: CompanyBooking
  constructor(booking: CompanyBooking) {
    super('Nothing was booked')
    this.booking = booking
  }
}

/** `bookCars` for a call with a key: repeats get the first answer. A dry run leaves nothing to repeat. */
export function bookCarsOnce(
  person: Person,
  companyId: string,
  form: CompanyBookingForm,
  key: ActionKey | undefined,
): Promise<CompanyBooking> {
  const book = () => bookCars(person, companyId, form)
  if (!key || form.dryRun) return book()
  return answerOnce(
    key,
    () => rememberedWith(key, book),
    (stored) => stored as CompanyBooking,
  )
}

/**
 * Books cars at one address, each at the first time that fits: all, or with `whatFits` those that do; `dryRun` books nothing.
 * Throws Conflict with `details.left` when not all fit, and what `bookVisits` throws for the company's rules.
 */
async function bookCars(
  person: Person,
  companyId: string,
  form: CompanyBookingForm,
): Promise<CompanyBooking> {
  const acting = await companyFor(person, companyId)
  const located = await locateAddress(form.serviceAddress)
  const place = await placeOf({
    latitude: located.coordinates?.latitude ?? null,
    longitude: located.coordinates?.longitude ?? null,
    serviceAddress: located.serviceAddress,
  })
  // The company's account books, so that its rules and its cars decide; the office without their limits.
  const account: Person =
    person.role === 'admin'
      ? person
      : { id: acting.company.accountId, role: 'customer', active: true }
  const contact = person.role === 'admin' ? undefined : await contactOfMember(person.id)
  const days = daysOf(form)
  const book = async () => {
    // Of two bookings at once the second one sees the visits of the first, and gives no car a second visit.
    await lockCompany(companyId)
    const { cars, left } = await carsWanted(person, acting, form)
    const placed: Placed[] = []
    const unplaced: Left[] = [...left]
    for (const car of cars) {
      const unit = car.unitNumber || vehicleName(car)
      if (car.next) {
        unplaced.push({
          unit,
          reason: t('Already booked for {date}.', { date: formatDay(car.next.date) }),
        })
        continue
      }
      const found = await placeCar(car, { form, days, place, account, contact, acting })
      if (typeof found === 'string') unplaced.push({ unit, reason: found })
      else placed.push(found)
    }
    const sorted = placed.toSorted((a, b) => (a.date + a.time < b.date + b.time ? -1 : 1))
    if (form.dryRun)
      throw new DryRun({
        placed: sorted.map((one) => ({ ...one, jobId: null })),
        left: unplaced,
      })
    if (unplaced.length > 0 && !form.whatFits)
      throw new Conflict(phrase('Not all cars fit. Nothing was booked.'), {
        reason: 'left',
        left: unplaced,
      })
    if (placed.length === 0)
      throw new Conflict(phrase('None of these cars fits on these days.'), {
        reason: 'left',
        left: unplaced,
      })
    return { placed: sorted, left: unplaced }
  }
  try {
    return await transaction(book)
  } catch (error) {
    if (error instanceof DryRun) return error.booking
    throw error
  }
}

async function carsWanted(
  person: Person,
  acting: Awaited<ReturnType<typeof companyFor>>,
  { units, vehicleIds }: Pick<CompanyBookingForm, 'units' | 'vehicleIds'>,
): Promise<{ cars: CompanyCar[]; left: Left[] }> {
  const numbers = [...new Set(units.map(unitNumberOf).filter(Boolean))]
  const known = await carsByUnit(acting.company, numbers)
  const ids = [...new Set([...known.values(), ...vehicleIds])]
  if (ids.length > mostCarsAtOnce)
    throw Invalid.at(
      'vehicleIds',
      phrase('At most {count} cars can be booked at once.', { count: mostCarsAtOnce }),
    )
  const cars = await carsFor(person, acting, ids)
  const seen = new Set(cars.map(({ id }) => id))
  if (vehicleIds.some((id) => !seen.has(id)))
    throw Invalid.at('vehicleIds', phrase('Vehicle not found.'))
  const unknown = numbers.filter((unit) => !seen.has(known.get(unit) ?? ''))
  return {
    cars,
    left: unknown.map((unit) => ({ unit, reason: t('No car has this unit number.') })),
  }
}

function daysOf({ from, to }: Pick<CompanyBookingForm, 'from' | 'to'>): LocalDate[] {
  const { first, last } = bookableDates({ byOffice: false })
  const begin = first && first > from ? first : from
  const end = last < to ? last : to
  const count = Math.min(mostDays, daysBetween(begin, end) + 1)
  if (!first || count <= 0)
    throw Invalid.at('to', phrase('No bookings are taken on these days. Please choose others.'))
  return Array.from({ length: count }, (_, n) => addDays(begin, n))
}

type Where = {
  form: CompanyBookingForm
  days: readonly LocalDate[]
  place: Location | null
  account: Person
  contact: { name: string; phone: string } | undefined
  acting: Awaited<ReturnType<typeof companyFor>>
}

/** Books the car at the first open time, in the current transaction; else the reason why it does not fit. */
async function placeCar(
  car: CompanyCar,
  { form, days, place, account, contact, acting }: Where,
): Promise<Placed | string> {
  const { serviceAddress, accessNotes, customerNotes, servicePackageId, poNumber } = form
  for (const date of days) {
    const day = await freshDay(date, [], { place })
    for (const { timeSlot: time, status } of day.slots) {
      if (status !== 'open') continue
      try {
        const [job] = await bookVisits(account, {
          customerId: acting.company.accountId,
          visits: [
            { vehicleId: car.id, scheduledDate: date, scheduledTime: time, servicePackageId },
          ],
          serviceAddress,
          accessNotes,
          customerNotes,
          poNumber,
          contact,
          approves: acting.role === 'approver',
          isTried: true,
        })
        if (job) return { ...unitOf(car), date, time, jobId: job.id }
      } catch (error) {
        const reason = reasonOf(error, servicePackageId)
        if (reason === undefined) throw error
        if (reason) return reason
      }
    }
  }
  return t('No time is open for it on these days.')
}

const unitOf = (car: CompanyCar) => ({
  vehicleId: car.id,
  unitNumber: car.unitNumber,
  vehicle: vehicleName(car),
})

/** Why this car cannot be booked; '' for this time only, undefined for a refusal of the whole booking. */
function reasonOf(error: unknown, wantedPackage: string | undefined): string | undefined {
  if (!(error instanceof AppError)) return undefined
  const { availability, reason } = (error.details ?? {}) as {
    availability?: object
    reason?: string
  }
  if (error.code === 'conflict' && availability) return ''
  // The car has no package, none that the company books, no engine oil, or enough visits that day.
  const isOfCar = reason === 'vehicle_day' || (reason === 'package' && !wantedPackage)
  if (error.code === 'invalid' || isOfCar) return wording(error.untranslated)
  return undefined
}
