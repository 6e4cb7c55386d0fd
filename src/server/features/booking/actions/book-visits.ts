import { db, insideTransaction, transaction } from '#server/database/database.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import { locateAddress, placeOf } from '#server/features/service-area/queries.ts'
import { isForeignKeyViolation } from '#server/database/sql-state.ts'
import {
  bookingAgreement,
  type NewJob,
  insertedJob,
  insertJob,
} from '#server/features/jobs/actions/insert-job.ts'
import { happened } from '#server/events/happened.ts'
import { beyondRoad, claimInTurn } from '#server/features/jobs/actions/place-on-road.ts'
import { capsOf } from '#server/features/jobs/actions/booking-caps.ts'
import { vehicleIsBusy } from '#server/features/jobs/queries.ts'
import { assertCompanyAllows, companyOfAccount } from '#server/reads/companies.ts'
import { contactToStore } from '#server/reads/job-row.ts'
import { jobFor, loadJob } from '#server/reads/visits.ts'
import { usePromotion } from '#server/features/promotions/actions/use-promotion.ts'
import { takeOffAtBooking } from '#server/features/payments/actions/take-off-at-booking.ts'
import { vehicleFor } from '#server/features/vehicles/queries.ts'
import { fillInDetails } from '#server/features/accounts/actions/fill-in-details.ts'
import { Forbidden, Invalid, NotFound } from '#server/http/errors.ts'
import type { ActionKey } from '#server/http/idempotency.ts'
import { answerOnce, rememberedWith } from '#server/idempotency/stored-answers.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { totalsOf } from '#shared/rules/lines.ts'
import { type GivenNotes, notesOf } from '#shared/rules/visit-details.ts'
import type { Location } from '#shared/rules/road.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'
import { assertWithinLimits } from '../cap-refusals.ts'
import { askCompany } from './ask-company.ts'
import { limitRoadAnswers } from './limit-road-answers.ts'
import { detailsToSave } from './require-contact-details.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { bookingFacts } from '../queries/booking-facts.ts'
import {
  assertPriceSeen,
  offSale,
  planVisit,
  type VisitPlan,
  type WantedVisit,
} from '../visit-plan.ts'
import {
  assertOffered,
  isOpen,
  outOfReachAt,
  slotLost,
  vehicleBusy,
  vehicleTwice,
} from '../visit-time.ts'

type PlanDiscount = {
  name: string
  /** In cents, with sales tax in `priceCents`. */
  offCents: (visit: { linesCents: number; priceCents: number }) => number
}

type Booking = GivenNotes & {
  /** An admin books for this customer; customers book only for themselves. */
  customerId?: string
  visits: readonly WantedVisit[]
  serviceAddress: string
  /** Contact name and phone, if the account has none yet. */
  name?: string | undefined
  phone?: string | undefined
  /** Ids of add-ons for every visit. */
  addons?: readonly string[]
  /** Lowers the price; the price shown includes it. */
  promotionCode?: string | undefined
  /** Its price on a plan, in place of a code: how much of a visit's price is taken off. The price shown includes it. */
  plan?: PlanDiscount | undefined
  /** The contact person at the vehicle as the guest typed it; phone in E.164. */
  contact?: Parameters<typeof contactToStore>[0] | undefined
  /** The network of a guest who books without signing in. */
  guestNetwork?: string
  /** Other customers whose mail goes to the guest's mailbox. */
  sameMailbox?: readonly string[]
  /** Applies the limits to the office too, so that it exceeds them knowingly. */
  withinLimits?: boolean
  /** The office books it whether or not a technician can be there in time. */
  beyondRoad?: boolean | undefined
  /** The purchase order of a company's visits. */
  poNumber?: string | undefined
  /** An approver of the company books, so no one else is asked. */
  approves?: boolean
  /** The current transaction goes on after a Conflict. */
  isTried?: boolean
}

/**
 * `bookVisits` for a call with a key: repeats get the first response. A single visit is still one statement, which stores
 * the key too.
 */
export function bookVisitsOnce(
  person: Person,
  booking: Booking,
  { key, ip }: { key: ActionKey | undefined; ip: string },
): Promise<Job[]> {
  const book = () => limitRoadAnswers({ person, ip }, () => bookVisits(person, booking, key))
  if (!key) return book()
  return answerOnce(key, book, (stored) =>
    Array.isArray(stored) ? stored : [insertedJob(person, stored as object)],
  )
}

/**
 * Books all visits or none; returns the jobs in the order requested. Throws Invalid for anything that cannot be booked
 * (closed day, package, add-on, address) and for a customer without name or phone; NotFound for a vehicle or customer that
 * is not the person's; Conflict with the day's fresh `availability` in `details` when a slot is gone, with `details.reason`
 * when a limit is reached or a promotion code takes nothing off.
 */
export async function bookVisits(
  person: Person,
  booking: Booking,
  key?: ActionKey,
): Promise<Job[]> {
  if (booking.beyondRoad && person.role !== 'admin') throw new Forbidden()
  const customerId = customerOf(person, booking.customerId)
  const visits = booking.visits.map(({ addons = [], ...visit }) => ({
    ...visit,
    addons: [...(booking.addons ?? []), ...addons],
  }))
  const addonIds = [...new Set(visits.flatMap(({ addons }) => addons))]
  const vehicleIds = visits.map((visit) => visit.vehicleId)
  const facts = await bookingFacts({ customerId, vehicleIds, addonIds })
  if (!facts) throw new Invalid(phrase('Please select or enter customer ID'))
  const company = facts.customer.isCompany ? await companyOfAccount(customerId) : undefined
  const details = company ? undefined : await detailsToSave(person, facts.customer, booking)
  const located = await locateAddress(booking.serviceAddress)
  const isReduced = booking.promotionCode !== undefined || booking.plan !== undefined
  const plans = visits.map((visit, index) => {
    const carField = visits.length > 1 ? `visits.${index}.vehicleId` : 'vehicleId'
    const { seenPrice, ...unseen } = visit
    const wanted = isReduced ? unseen : { ...unseen, seenPrice }
    return {
      ...planVisit(wanted, { ...facts, company, place: located.coordinates }, carField),
      index,
      hasTechnician: visit.technicianId !== undefined,
    }
  })
  const { promotionCode, poNumber = '' } = booking
  if (company)
    for (const { servicePackageId } of plans)
      assertCompanyAllows(company, { poNumber, servicePackageId }, person.role === 'admin')
  const agreedBy = facts.customer.name || (details?.name ?? '')
  const destination = {
    ...booking,
    poNumber,
    // Its cancellations are about several cars.
    withinLimits: booking.withinLimits || company !== undefined,
    byOffice: person.role === 'admin' && !booking.withinLimits,
    serviceAddress: located.serviceAddress,
    customerId,
    ...contactToStore(booking.contact ?? facts.customer, facts.customer),
    coordinates: located.coordinates,
    place: await placeOf({
      latitude: located.coordinates?.latitude ?? null,
      longitude: located.coordinates?.longitude ?? null,
      serviceAddress: located.serviceAddress,
    }),
    // An admin's booking needs no further confirmation.
    needsConfirmation: located.answer === 'outside' && person.role !== 'admin',
    agreedBy: person.role !== 'admin' && !isReduced ? agreedBy : '',
  }
  const [only] = plans
  const asked = company && company.approvalAboveCents !== null && !booking.approves
  const isAlone =
    only && plans.length === 1 && !details && !isReduced && !booking.beyondRoad && !asked
  const insertEach = async () => {
    if (details) await fillInDetails(customerId, details)
    const booked = await insertAll(plans, (plan, before) =>
      claimSeat(person, destination, plan, { booked: before }),
    )
    const reduced = { customerId, booked, wanted: visits, agreedBy, plans }
    const made = booking.plan
      ? await withPlan(person, booking.plan, reduced)
      : promotionCode
        ? await withPromotion(person, promotionCode, reduced)
        : booked
    // About what they cost in the end.
    if (asked)
      await askCompany(
        company,
        made.map(({ id: jobId, finalAmount }) => ({
          jobId,
          cents: centsFromDecimal(finalAmount) ?? 0,
        })),
      )
    return made
  }
  // Many cars are tried one after another in one transaction, which a refused time must not end.
  const insertTogether = () =>
    booking.isTried && insideTransaction() ? insertEach() : transaction(insertEach)
  const jobs = isAlone
    ? [await claimSeat(person, destination, only, { booked: [], key })]
    : await (key ? rememberedWith(key, insertTogether) : insertTogether())
  for (const job of jobs) slotsChanged(job.scheduledDate)
  return jobs
}

type Reduced = {
  customerId: string
  booked: readonly Job[]
  wanted: readonly WantedVisit[]
  agreedBy: string
  plans: readonly VisitPlan[]
}

/** The new visits, at their price on a plan; both in the order requested. Throws Conflict when it differs from the one seen. */
async function withPlan(
  person: Person,
  { name, offCents }: PlanDiscount,
  reduced: Reduced,
): Promise<Job[]> {
  const { booked, wanted, plans } = reduced
  for (const [index, { id }] of booked.entries()) {
    const linesCents = totalsOf(plans[index]?.lines ?? []).cents
    const { priceCents, cents } = await takeOffAtBooking(person, id, {
      code: name,
      reason: 'plan',
      centsOff: (price) => offCents({ linesCents, priceCents: price }),
    })
    assertPriceSeen(priceCents - cents, wanted[index]?.seenPrice)
  }
  return withAgreements(person, reduced)
}

/** The new visits, with the promotion's discounts; both in the order requested. */
async function withPromotion(person: Person, code: string, reduced: Reduced): Promise<Job[]> {
  const { customerId, booked, wanted } = reduced
  const visits = booked.map((job, index) => ({
    jobId: job.id,
    date: job.scheduledDate,
    packageId: job.servicePackageId,
    seenPrice: wanted[index]?.seenPrice,
  }))
  await usePromotion(person, code, { customerId, visits })
  return withAgreements(person, reduced)
}

/** The visits at their reduced price, to which their customer agrees. */
async function withAgreements(
  person: Person,
  { booked, plans, agreedBy }: Reduced,
): Promise<Job[]> {
  const jobs = await Promise.all(booked.map(({ id }) => jobFor(person, id)))
  if (person.role === 'admin') return jobs
  for (const [index, { id: jobId, finalAmount }] of jobs.entries()) {
    const plan = plans[index]
    const totalCents = centsFromDecimal(finalAmount) ?? 0
    if (plan)
      await db()
        .insert(approvals)
        .values({ jobId, ...bookingAgreement(person, { ...plan, agreedBy, totalCents }) })
  }
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

/** `index`: its position among the visits requested. */
type Planned = VisitPlan & { index: number; hasTechnician: boolean }

// Seats are always claimed in the same order, so that two bookings of several slots cannot deadlock.
async function insertAll(
  plans: readonly Planned[],
  claim: (plan: Planned, booked: readonly Job[]) => Promise<Job>,
): Promise<Job[]> {
  const startOrder = plans.toSorted((a, b) => a.time.startsAt.getTime() - b.time.startsAt.getTime())
  const booked: Job[] = []
  const inAskedOrder: Job[] = []
  for (const plan of startOrder) {
    const job = await claim(plan, booked)
    booked.push(job)
    inAskedOrder[plan.index] = job
  }
  return inAskedOrder
}

type Destination = Booking &
  Pick<
    NewJob,
    | 'customerId'
    | 'contactName'
    | 'contactPhone'
    | 'coordinates'
    | 'needsConfirmation'
    | 'agreedBy'
    | 'poNumber'
  > & { place: Location | null; /** Without limits. */ byOffice: boolean }

/** Far more than a slot has seats: each failed try means that another booking got one. */
const mostTries = 100

async function claimSeat(
  person: Person,
  booking: Destination,
  { time: when, index, hasTechnician, ...plan }: Planned,
  { booked, key }: { booked: readonly Job[]; key?: ActionKey | undefined },
): Promise<Job> {
  const byOffice = person.role === 'admin'
  const { minutes, skill } = plan
  const time = { ...when, place: booking.place, minutes, skill }
  const caps = booking.byOffice ? undefined : capsOf(booking)
  const mine = booked.map((job) => job.id)
  const sameDay = booked.filter(
    (job) => job.vehicleId === plan.vehicleId && job.scheduledDate === time.date,
  )
  await assertOffered(time, mine)
  for (let tries = 0; tries < mostTries; tries++) {
    const claimed = await claimInTurn({
      visit: { ...plan, ...time, id: '', place: booking.place },
      where: {
        assign: !booking.needsConfirmation && !hasTechnician,
        // The office confirms a request, and plans it then.
        beyondRoad: booking.beyondRoad || booking.needsConfirmation,
      },
      insert: (placing) =>
        insertJob(
          person,
          {
            ...plan,
            serviceDate: time.date,
            slot: time.slot,
            startsAt: time.startsAt,
            ...placing,
            customerId: booking.customerId,
            contactName: booking.contactName,
            contactPhone: booking.contactPhone,
            coordinates: booking.coordinates,
            needsConfirmation: booking.needsConfirmation,
            serviceAddress: booking.serviceAddress,
            ...notesOf(booking),
            poNumber: booking.poNumber,
            caps,
            agreedBy: booking.agreedBy,
          },
          key,
        ).catch((error: unknown) => {
          // Deleted in this very moment.
          throw isForeignKeyViolation(error) ? offSale() : error
        }),
    })
    if (!claimed) {
      if (!(await isOpen(time, mine))) break
      throw await outOfReachAt(time, byOffice, mine)
    }
    const { job, placing } = claimed
    if (job && placing.isBeyondRoad && !booking.needsConfirmation)
      await happened(beyondRoad(person, await loadJob(person, job.id)))
    if (job) return job
    if (sameDay.some((job) => job.scheduledTime === slotLabel(time.slot)))
      throw vehicleTwice(index, byOffice)
    if (await vehicleIsBusy(plan.vehicleId, time)) throw await vehicleBusy(time, mine)
    if (caps)
      await assertWithinLimits({
        ...booking,
        ...plan,
        time,
        index,
        sameDay: sameDay.length,
        byOffice,
      })
    if (!(await isOpen(time))) break
    // The seat is free, so the vehicle may have been deleted.
    await vehicleFor(person, plan.vehicleId)
  }
  throw await slotLost(time, mine)
}
