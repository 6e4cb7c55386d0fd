import { transaction } from '#server/database/database.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { editJob } from '#server/features/jobs/actions/edit-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'
import { giveDiscount } from '#server/features/payments/actions/give-discount.ts'
import { orchestrateWhileWaiting } from '#server/features/payments/actions/orchestrate-payment.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/http/errors.ts'
import type { JobDetailsForm } from '#shared/contract/booking.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil, packageFits } from '#shared/rules/packages.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { bookingFacts } from '../queries/booking-facts.ts'

/**
 * Changes a visit's place, notes, contact, car and discount, all or nothing; the price changes only by the discount and the new
 * place's sales tax. Throws NotFound for a missing visit or car; Invalid for an unknown address, a car the package does not
 * fit or a discount above the price; Conflict once the visit is over, when the car has another visit then, or after another
 * change. Customers may change address (within the service area) and notes while they could move the visit; Forbidden for
 * the rest.
 */
export async function editBooking(
  person: Person,
  id: string,
  {
    seen: { finalAmount, ...seen } = {},
    serviceAddress,
    discount,
    reason = '',
    beyondRoad,
    ...wanted
  }: JobDetailsForm,
): Promise<void> {
  const { vehicleId, contactName, contactPhone } = wanted
  const isOffices = [vehicleId, contactName, contactPhone, discount, beyondRoad].some(
    (one) => one !== undefined,
  )
  if (isOffices && person.role !== 'admin') throw new Forbidden()
  if (contactPhone) wanted.contactPhone = await phoneField(contactPhone, 'contactPhone')
  const before = await loadJob(person, id, mayManageBooking)
  const isElsewhere = serviceAddress !== undefined && serviceAddress !== before.serviceAddress
  const place = isElsewhere ? await locateAddress(serviceAddress) : undefined
  if (wanted.vehicleId && wanted.vehicleId !== before.vehicleId)
    await assertFits(before, wanted.vehicleId)
  try {
    await transaction(async () => {
      // A discount on its own has its own errors, and does not wait for the visit.
      if (place || Object.keys(wanted).length > 0 || discount === undefined)
        await editJob(person, id, { ...wanted, place, beyondRoad }, seen)
      if (discount !== undefined)
        await giveDiscount(person, id, {
          cents: centsFromDecimal(discount) ?? 0,
          words: reason,
          seenCents: centsFromDecimal(finalAmount ?? ''),
        })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'jobs_vehicle_busy'))
      throw Conflict.at('vehicleId', phrase('This vehicle already has a visit at that time.'))
    throw error
  }
  // The new place may have another sales tax.
  if (discount !== undefined || place) await orchestrateWhileWaiting(id)
}

async function assertFits(job: JobRow, vehicleId: string): Promise<void> {
  const facts = await bookingFacts({
    customerId: job.customerId,
    vehicleIds: [vehicleId],
    addonIds: [],
  })
  const car = facts?.cars.find(({ id }) => id === vehicleId)
  if (!car) throw new NotFound(phrase('Vehicle not found.'))
  if (hasNoEngineOil(car)) throw Invalid.at('vehicleId', noOilPhrase(car))
  if (!packageFits(car, { name: job.packageName, oilType: job.oilType }))
    throw Invalid.at(
      'vehicleId',
      phrase('{name} is not for the engine of this car. Book it a visit of its own instead.', {
        name: inOwnWords(job.packageName),
      }),
    )
}
