import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { bookVisits } from '#server/features/booking/actions/book-visits.ts'
import { assignBooking } from '#server/features/booking/actions/assign-booking.ts'
import { addCustomer } from '#server/features/customers/actions/add-customer.ts'
import { lockVisit } from '#server/features/jobs/actions/lock-visit.ts'
import { jobFor } from '#server/reads/visits.ts'
import { mailsArrive, textsArrive } from '#server/features/notifications/queries.ts'
import { smsNumberOf } from '#server/features/notifications/queries/delivery-conditions.ts'
import {
  type DescribedVehicle,
  describeVehicle,
  findOrAddVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { AppError, atField, Invalid } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import type { CallerBookingForm, ConfirmationSentTo } from '#shared/contract/callers.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/** The new car of each visit, and the new customer's phone as E.164. */
export type PreparedBooking = { cars: (DescribedVehicle | undefined)[]; phone: string }

const vehicleAt = (index: number) => `visits.${index}.vehicle.`

/** Runs the outside lookups before the transaction. Throws Invalid at the field that cannot be booked. */
export async function prepareBooking(form: CallerBookingForm): Promise<PreparedBooking> {
  const { customerId, customer, visits } = form
  if (!customerId === !customer) throw nobody()
  const cars = await Promise.all(
    visits.map(async ({ vehicleId, vehicle }, index) => {
      if (!vehicleId === !vehicle) throw noCar(index)
      return vehicle && describeVehicle(vehicle, vehicleAt(index))
    }),
  )
  const phone = customer ? await phoneField(customer.phone, 'customer.phone') : ''
  return { cars, phone }
}

/**
 * Books for a caller: a new customer, their new cars and every visit, or nothing. Returns the visits and the channel of the
 * confirmation. Throws what `addCustomer`, `findOrAddVehicle`, `bookVisits` and `assignBooking` throw.
 */
export function bookForCaller(
  person: Person,
  form: CallerBookingForm,
  { cars, phone }: PreparedBooking,
): Promise<{ jobs: Job[]; confirmation: ConfirmationSentTo }> {
  const { customer, isSomebodyElse, beyondLimits, visits, ...booking } = form
  return transaction(async () => {
    const customerId = customer
      ? await addCustomer(person, { ...customer, phone }, { isSomebodyElse, prefix: 'customer.' })
      : form.customerId
    if (!customerId) throw nobody()
    const wanted = []
    for (const [index, { vehicle: _, vehicleId: known, ...visit }] of visits.entries()) {
      const car = cars[index]
      const vehicleId = car ? await findOrAddVehicle(customerId, car, vehicleAt(index)) : known
      if (!vehicleId) throw noCar(index)
      wanted.push({ ...visit, vehicleId })
    }
    const booked = await bookVisits(person, {
      ...booking,
      customerId,
      visits: wanted,
      withinLimits: !beyondLimits,
    })
    const jobs = await nameTechnicians(person, booked, form)
    return { jobs, confirmation: await confirmationSentTo(customerId) }
  })
}

/** Assigns each visit the technician it names. */
async function nameTechnicians(
  person: Person,
  jobs: readonly Job[],
  { visits, beyondRoad }: CallerBookingForm,
): Promise<Job[]> {
  const named = []
  for (const [index, job] of jobs.entries()) {
    const technicianId = visits[index]?.technicianId
    if (technicianId)
      await assignBooking(person, job.id, { technicianId, beyondRoad }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, error.untranslated, {
          ...(error.details as object | undefined),
          ...atField(`visits.${index}.technicianId`, error.untranslated),
        })
      })
    // The optimizer keeps the technician promised to the caller.
    if (technicianId) await lockVisit(person, job.id, 'promise')
    named.push(technicianId ? await jobFor(person, job.id) : job)
  }
  return named
}

/** Customers without e-mail get the confirmation as a text message. */
async function confirmationSentTo(customerId: string): Promise<ConfirmationSentTo> {
  const [customer] = await db()
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, customerId))
  if (customer?.email) return { email: mailsArrive() ? customer.email : null, sms: null }
  return { email: null, sms: (textsArrive() && (await smsNumberOf(customerId))) || null }
}

const nobody = () => Invalid.at('customerId', phrase('Please select or enter customer ID'))

const noCar = (index: number) =>
  Invalid.at(`visits.${index}.vehicleId`, phrase('Please select a vehicle'))
