import { eq } from 'drizzle-orm'
import { placeOf, taxRateElsewhere } from '#server/features/service-area/queries.ts'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { type VisitDetail, visitDetails } from '#shared/rules/visit-details.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import type { AreaAnswer, Coordinates } from '#shared/rules/service-area.ts'
import { askUs } from '#shared/rules/reach.ts'
import { vehicleNameToStore } from '#shared/rules/vehicle-names.ts'
import { visibleText } from '#shared/rules/visible-text.ts'
import { phrase } from '#shared/texts/t.ts'
import { refusal } from './change-job.ts'
import { locateVisitsLater } from './locate-visit.ts'
import { assertEnoughNotice } from '../notice-period.ts'
import { fetchDrivesOfVisit } from '#server/reads/fetch-drives.ts'
import { hasInspection } from '#server/reads/inspections.ts'
import { loadJob } from '#server/reads/visits.ts'
import { contactToStore, type JobRow, visitOf } from '#server/reads/job-row.ts'
import { lockDay, outOfReach, placingFor, storePlan } from './place-on-road.ts'
import { changeConflict } from '../queries/visit-conflict.ts'
import { lockOpenJob } from './lock-open-job.ts'

type Details = Partial<Pick<JobRow, VisitDetail>>

type Wanted = Omit<Details, 'serviceAddress'> & {
  /** A new address, already looked up. */
  place?:
    | { serviceAddress: string; coordinates: Coordinates | undefined; answer: AreaAnswer }
    | undefined
  /** Whether or not a technician can be there in time. */
  beyondRoad?: boolean | undefined
}

/**
 * Changes a visit's details until the work is over; customers may as long as they could move it. Throws NotFound, Conflict
 * (naming who changed it) for details that differ from those `seen`, and a unique violation when the car has another visit
 * at that time.
 */
export async function editJob(
  person: Person,
  id: string,
  { place, beyondRoad, ...rest }: Wanted,
  seen: Details = {},
): Promise<void> {
  await transaction(async () => {
    if (place) await lockDay((await loadJob(person, id, mayManageBooking)).serviceDate)
    const before = await lockOpenJob(person, id, mayManageBooking)
    if (person.role === 'customer') assertMayChange(before, place?.answer)
    const wanted: Details = {
      ...rest,
      ...contactOf(before, rest),
      ...(place && { serviceAddress: place.serviceAddress }),
    }
    const changed = visitDetails.filter(
      (field) => (wanted[field] ?? before[field]) !== before[field],
    )
    if (changed.length === 0) return
    // Stored details may contain characters that are cleaned from the request.
    const unseen = changed.filter(
      (field) => visibleText(seen[field] ?? before[field]) !== visibleText(before[field]),
    )
    if (unseen.length > 0) throw await changeConflict(before, unseen)
    if (changed.includes('vehicleId')) await assertMayTakePart(before, wanted.vehicleId ?? '')
    if (place && changed.includes('serviceAddress')) await planAt(person, before, place, beyondRoad)
    await db()
      .update(jobs)
      .set({
        ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
        ...(changed.includes('serviceAddress') && {
          latitude: place?.coordinates?.latitude ?? null,
          longitude: place?.coordinates?.longitude ?? null,
          taxRateBp: place ? taxRateElsewhere(before, place.coordinates) : before.taxRateBp,
        }),
      })
      .where(eq(jobs.id, id))
    if (changed.includes('serviceAddress')) await locateVisitsLater([{ id }])
    const job = await loadJob(person, id, mayManageBooking)
    if (changed.includes('serviceAddress')) fetchDrivesOfVisit(job)
    const hasNewTaxRate = job.taxRateBp !== before.taxRateBp
    const then = (row: JobRow) => ({
      ...Object.fromEntries(
        changed.map((field) =>
          field === 'vehicleId'
            ? ['vehicle', vehicleNameToStore(row.vehicle)]
            : [field, row[field]],
        ),
      ),
      ...(hasNewTaxRate && { salesTax: percentFromBp(row.taxRateBp ?? 0) }),
    })
    const data = { from: then(before), to: then(job) }
    await happened({ event: 'job_changed', job, by: person.id, data })
  })
}

/** Throws Conflict when the visit's technician, or any technician if it has none, cannot be at its new place in time. */
async function planAt(
  person: Person,
  job: JobRow,
  { serviceAddress, coordinates }: NonNullable<Wanted['place']>,
  beyondRoad: boolean | undefined,
): Promise<void> {
  if (job.needsConfirmation || !isNotStarted(job.status)) return
  const { latitude = null, longitude = null } = coordinates ?? {}
  const visit = { ...visitOf(job), place: await placeOf({ latitude, longitude, serviceAddress }) }
  const only = job.technicianId ? [job.technicianId] : undefined
  const placing = await placingFor(visit, { assign: false, only, beyondRoad })
  if (!placing) throw outOfReach(person.role === 'admin')
  await storePlan(person, job, placing)
}

/** The contact's changed parts as stored. */
function contactOf(job: JobRow, { contactName, contactPhone }: Wanted): Details {
  const own = { name: job.customerName, phone: job.customerPhone }
  const stored = contactToStore({ name: contactName ?? '', phone: contactPhone ?? '' }, own)
  return {
    ...(contactName !== undefined && { contactName: stored.contactName }),
    ...(contactPhone !== undefined && { contactPhone: stored.contactPhone }),
  }
}

/** Seats are only held for addresses inside the area; a request may go anywhere. */
function assertMayChange(job: JobRow, answer: AreaAnswer | undefined): void {
  if (!isNotStarted(job.status)) throw refusal(job.status, 'move')
  if (job.needsConfirmation) return
  assertEnoughNotice('reschedule', job)
  if (answer !== 'outside') return
  throw Conflict.at(
    'serviceAddress',
    phrase('This address is outside our usual area; {askUs}', {
      askUs: askUs('phone', currentSettings()),
    }),
  )
}

/** The lock makes a concurrent deletion of the car wait, and then find the visit. */
async function assertMayTakePart(job: JobRow, vehicleId: string): Promise<void> {
  const text = `select id from vehicles
    where id = $1 and customer_id = $2 and deleted_at is null for share`
  const car = await queryRow({ name: 'car-of-customer', text }, [vehicleId, job.customerId])
  if (!car) throw new NotFound(phrase('Vehicle not found.'))
  const isInspected = await hasInspection(job.id)
  if (job.odometerMiles === null && !isInspected) return
  const message = isInspected
    ? phrase('The other car was inspected on this visit, so it stays with it.')
    : phrase('The odometer of the other car was read on this visit, so it stays with it.')
  throw Conflict.at('vehicleId', message)
}
