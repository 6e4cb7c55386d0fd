import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { type NewJob, placeJob } from '#server/features/jobs/actions/place-job.ts'
import { vehicleIsBusy } from '#server/features/jobs/queries.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { vehicleFor } from '#server/features/vehicles/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { fillInDetails } from '#server/features/accounts/actions/fill-in-details.ts'
import { atField, Invalid, NotFound } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { detailPlease, missingDetails } from '#shared/rules/contact-details.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { slotsChanged } from '../slot-changes.ts'
import { bookingFacts, planVisit, type VisitPlan, type WantedVisit } from '../visit-plan.ts'
import { isOpen, slotLost, vehicleBusy } from '../visit-time.ts'

export type Booking = {
  /** An admin books for this customer; a customer only for themself. */
  customerId?: string
  visits: readonly WantedVisit[]
  serviceAddress: string
  accessNotes?: string
  customerNotes?: string
  /** Whom we meet, and how to reach them, of a customer who has not said it yet. */
  name?: string
  phone?: string
  /** Ids of products to add to every visit. */
  addons?: readonly string[]
}

/**
 * Books every visit, or none; answers the jobs in the order asked for. Throws Invalid for what cannot be booked
 * (closed day, package, add-on) and for a customer without name or phone, NotFound for a vehicle or customer that is not the person's, Conflict with the
 * day's fresh `availability` in `details` when a slot is gone.
 */
export async function bookVisits(person: Person, booking: Booking): Promise<Job[]> {
  const customerId = customerOf(person, booking.customerId)
  const visits = booking.visits.map(({ addons = [], ...visit }) => ({
    ...visit,
    addons: [...(booking.addons ?? []), ...addons],
  }))
  const addonIds = [...new Set(visits.flatMap(({ addons }) => addons))]
  const vehicleIds = visits.map((visit) => visit.vehicleId)
  const facts = await bookingFacts({ customerId, vehicleIds, addonIds })
  if (!facts) throw new Invalid(phrase('Please select or enter customer ID'))
  const details = await detailsToSave(person, facts.customer, booking)
  const plans = visits.map((visit) => planVisit(visit, facts))
  const located = await locateAddress(booking.serviceAddress)
  const destination = {
    ...booking,
    customerId,
    coordinates: located.coordinates,
    // An admin who books has decided already.
    needsConfirmation: located.answer === 'outside' && person.role !== 'admin',
  }
  const place = (plan: VisitPlan, placed: readonly Job[]) =>
    claimSeat(person, destination, plan, placed)

  const [only] = plans
  const placeThem = async () =>
    only && plans.length === 1 ? [await place(only, [])] : placeAll(plans, place)
  const jobs = details
    ? await transaction(async () => {
        await fillInDetails(customerId, details)
        return placeThem()
      })
    : await placeThem()
  for (const job of jobs) slotsChanged(job.scheduledDate)
  return jobs
}

function customerOf(person: Person, named: string | undefined): string {
  if (person.role === 'admin') {
    if (!named) throw new Invalid(phrase('Please select or enter customer ID'))
    return named
  }
  if (named && named !== person.id) throw new NotFound(phrase('Customer not found.'))
  return person.id
}

/**
 * What is to be stored of the customer together with the booking. Throws Invalid at the fields of what nobody has said
 * yet; an admin may book all the same, and sees what is missing.
 */
async function detailsToSave(
  person: Person,
  customer: { name: string; phone: string },
  { name, phone = '' }: Booking,
): Promise<{ name: string | undefined; phone: string } | undefined> {
  const missing = missingDetails(customer)
  if (missing.length === 0) return undefined
  const given = { name, phone: missing.includes('phone') ? await phoneField(phone) : '' }
  const lacking = missing.filter((detail) => !given[detail])
  if (lacking.length > 0 && person.role !== 'admin')
    throw new Invalid(phrase('Please tell us who we are meeting and how to reach you.'), {
      fields: lacking.flatMap((detail) => atField(detail, phraseOf(detailPlease[detail])).fields),
    })
  return lacking.length < missing.length ? given : undefined
}

// Everybody claims in the same order, so that two bookings of several slots never wait for each other.
async function placeAll(
  plans: readonly VisitPlan[],
  place: (plan: VisitPlan, placed: readonly Job[]) => Promise<Job>,
): Promise<Job[]> {
  const startOrder = plans
    .map((plan, index) => ({ plan, index }))
    .sort((a, b) => a.plan.time.startsAt.getTime() - b.plan.time.startsAt.getTime())
  return transaction(async () => {
    const placed: Job[] = []
    const inAskedOrder: Job[] = []
    for (const { plan, index } of startOrder) {
      const job = await place(plan, placed)
      placed.push(job)
      inAskedOrder[index] = job
    }
    return inAskedOrder
  })
}

type Destination = Booking & Pick<NewJob, 'customerId' | 'coordinates' | 'needsConfirmation'>

/** Far more than a slot has seats: each failed try means that somebody else got one. */
const mostTries = 100

async function claimSeat(
  person: Person,
  booking: Destination,
  { time, ...plan }: VisitPlan,
  placed: readonly Job[],
): Promise<Job> {
  const { slotCapacity, autoAssign } = currentSettings()
  const mine = placed.map((job) => job.id)
  if (time.startsAt <= now()) throw await slotLost(time, mine)
  for (let tries = 0; tries < mostTries; tries++) {
    const job = await placeJob(person, {
      ...plan,
      serviceDate: time.date,
      slot: time.slot.number,
      startsAt: time.startsAt,
      capacity: slotCapacity,
      autoAssign,
      customerId: booking.customerId,
      coordinates: booking.coordinates,
      needsConfirmation: booking.needsConfirmation,
      serviceAddress: booking.serviceAddress,
      accessNotes: booking.accessNotes ?? '',
      customerNotes: booking.customerNotes ?? '',
    })
    if (job) return job
    if (await vehicleIsBusy(plan.vehicleId, time)) throw await vehicleBusy(time, mine)
    if (!(await isOpen(time))) break
    // The seat is there, so the vehicle may have been deleted meanwhile.
    await vehicleFor(person, plan.vehicleId)
  }
  throw await slotLost(time, mine)
}
