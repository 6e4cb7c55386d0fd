import { and, eq, isNull, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { waitlistEntries } from '#server/database/tables/waitlist.ts'
import { bookableDates } from '#server/features/booking/queries.ts'
import { detailsNeeded } from '#server/features/booking/actions/require-contact-details.ts'
import { bookingFacts } from '#server/features/booking/queries/booking-facts.ts'
import { addCustomer } from '#server/features/customers/actions/add-customer.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import {
  type DescribedVehicle,
  describeVehicle,
  findOrAddVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { loadJob } from '#server/reads/visits.ts'
import type { WaitlistForm } from '#shared/contract/waitlist.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { fittingPackage, hasNoEngineOil, packageFits } from '#shared/rules/packages.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotOf } from '#shared/rules/slots.ts'
import { hasEarlierTimes, mostEntries } from '#shared/rules/waitlist.ts'
import { phrase } from '#shared/texts/t.ts'
import { entryById, type EntryRow } from '../queries.ts'
import { waitlistChanged } from './change-entries.ts'

type NewEntry = Pick<
  typeof waitlistEntries.$inferInsert,
  'customerId' | 'jobId' | 'vehicleId' | 'servicePackageId' | 'serviceAddress'
>

/**
 * Adds a customer to the waitlist, for an earlier time for a visit or for a car to book. The office may also name a new
 * caller or car, stored with the entry or not at all. Throws Invalid with the field, NotFound, what `addCustomer` throws,
 * and Conflict with `details.reason` `waiting` if they already wait, `waitlist_full` for too many entries.
 */
export async function joinWaitlist(person: Person, form: WaitlistForm): Promise<EntryRow> {
  const last = addDays(businessToday(), currentSettings().horizonDays)
  if (form.to < businessToday() || form.from > last)
    throw Invalid.at('from', phrase('No visits can be booked on these days.'))
  const planned = form.jobId
    ? await withVisit(person, form.jobId, form)
    : await prepareCar(person, form)
  const to = form.to > last ? last : form.to
  const slots = [...new Set((form.times ?? []).map(slotOf))]
  try {
    return await transaction(async () => {
      const wanted = 'place' in planned ? await withoutVisit(person, form, planned) : planned
      await db().execute(sql`select pg_advisory_xact_lock(7415, hashtext(${wanted.customerId}))`)
      await assertRoom(person, wanted)
      const [row] = await db()
        .insert(waitlistEntries)
        .values({
          ...wanted,
          fromDate: form.from,
          toDate: to,
          slots,
          position: now().getTime(),
          createdAt: now(),
        })
        .returning({ id: waitlistEntries.id })
      const entry = row && (await entryById(row.id))
      if (!entry) throw new Error('The entry was not stored.')
      await waitlistChanged(person.id, entry, { what: 'joined' })
      return entry
    })
  } catch (error) {
    if (isUniqueViolation(error, 'waitlist_entries_job')) throw alreadyWaiting()
    throw error
  }
}

async function withVisit(person: Person, jobId: string, { from }: WaitlistForm): Promise<NewEntry> {
  const job = await loadJob(person, jobId, mayManageBooking)
  if (!isNotStarted(job.status) || job.startsAt <= now())
    throw new Conflict(phrase('This visit can no longer be moved.'))
  if (job.needsConfirmation)
    throw new Conflict(phrase('The office has to confirm this visit first.'))
  const settings = { ...currentSettings(), earliestDate: bookableDates().first ?? null }
  const visit = { date: job.serviceDate, slot: job.slot, startsAt: job.startsAt }
  const { rescheduleNoticeHours: hours } = settings
  if (person.role !== 'admin' && !enoughNotice(job.startsAt, now(), hours))
    throw new Conflict(phrase('This visit can no longer be moved.'))
  if (!hasEarlierTimes(visit, settings, now()))
    throw new Conflict(phrase('This is the earliest time that can be booked.'))
  if (from > job.serviceDate)
    throw Invalid.at('from', phrase('Please choose days before your visit.'))
  const { customerId, vehicleId, serviceAddress } = job
  return { customerId, jobId, vehicleId, servicePackageId: null, serviceAddress }
}

type PreparedCar = {
  place: Awaited<ReturnType<typeof locateAddress>>
  car: DescribedVehicle | undefined
  phone: string
}

/** Runs the outside lookups before the transaction. */
async function prepareCar(person: Person, form: WaitlistForm): Promise<PreparedCar> {
  // A guest's link is for one visit.
  if (person.link) throw new NotFound(phrase('Vehicle not found.'))
  const isOffice = person.role === 'admin'
  if (isOffice && !form.customerId === !form.customer)
    throw Invalid.at('customerId', phrase('Please select or enter customer ID'))
  if (!form.vehicleId === !(isOffice && form.vehicle))
    throw Invalid.at('vehicleId', phrase('Please select a vehicle'))
  return {
    place: await locateAddress(form.serviceAddress ?? ''),
    car: isOffice && form.vehicle ? await describeVehicle(form.vehicle, 'vehicle.') : undefined,
    phone: isOffice && form.customer ? await phoneField(form.customer.phone, 'customer.phone') : '',
  }
}

/** The waiting customer and their car; adds new ones of the office. */
async function whoWaits(person: Person, form: WaitlistForm, { car, phone }: PreparedCar) {
  if (person.role !== 'admin') return { customerId: person.id, vehicleId: form.vehicleId ?? '' }
  const { customer, isSomebodyElse } = form
  const customerId = customer
    ? await addCustomer(person, { ...customer, phone }, { isSomebodyElse, prefix: 'customer.' })
    : (form.customerId ?? '')
  const vehicleId = car
    ? await findOrAddVehicle(customerId, car, 'vehicle.')
    : (form.vehicleId ?? '')
  return { customerId, vehicleId }
}

async function withoutVisit(
  person: Person,
  form: WaitlistForm,
  prepared: PreparedCar,
): Promise<NewEntry> {
  const { servicePackageId = null } = form
  const { customerId, vehicleId } = await whoWaits(person, form, prepared)
  const facts = await bookingFacts({ customerId, vehicleIds: [vehicleId], addonIds: [] })
  const car = facts?.cars.find(({ id }) => id === vehicleId)
  if (!facts || !car) throw new NotFound(phrase('Vehicle not found.'))
  if (hasNoEngineOil(car)) throw Invalid.at('vehicleId', noOilPhrase(car))
  const offer = servicePackageId
    ? facts.packages.find(({ id }) => id === servicePackageId)
    : fittingPackage(car, facts.packages)
  if (!offer || !packageFits(car, offer))
    throw Invalid.at(
      'servicePackageId',
      phrase('We have no package for this vehicle at the moment.'),
    )
  const missing = missingDetails(facts.customer)
  if (person.role !== 'admin' && missing.length > 0) throw detailsNeeded(missing)
  const { serviceAddress, answer } = prepared.place
  if (answer === 'outside' && person.role !== 'admin')
    throw Invalid.at(
      'serviceAddress',
      phrase('This address is outside our usual area. Please request a time instead.'),
    )
  return { customerId, jobId: null, vehicleId, servicePackageId, serviceAddress }
}

async function assertRoom(person: Person, wanted: NewEntry): Promise<void> {
  const { customerId, jobId, vehicleId } = waitlistEntries
  const open = await db()
    .select({ jobId, vehicleId })
    .from(waitlistEntries)
    .where(and(eq(customerId, wanted.customerId), isNull(waitlistEntries.endedAt)))
  if (!wanted.jobId && open.some((one) => !one.jobId && one.vehicleId === wanted.vehicleId))
    throw alreadyWaiting()
  if (person.role !== 'admin' && open.length >= mostEntries)
    throw new Conflict(
      phrase('You are already waiting for {count} visits. Leave one of them first.', {
        count: open.length,
      }),
      { reason: 'waitlist_full' },
    )
}

const alreadyWaiting = () =>
  new Conflict(phrase('This is on the waitlist already.'), { reason: 'waiting' })
