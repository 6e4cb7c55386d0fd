import { now } from '#server/base/clock.ts'
import { queryRow, transaction, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { happened } from '#server/events/happened.ts'
import { fetchDrivesOfVisit } from '#server/reads/fetch-drives.ts'
import { Conflict } from '#server/http/errors.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { refusal } from './change-job.ts'
import { freeSeat, type Wanted } from '../queries/free-seat.ts'
import { type JobRow, visitOf } from '#server/reads/job-row.ts'
import { loadJob, readJob, readTheseJobs } from '#server/reads/visits.ts'
import { placeOf } from '#server/features/service-area/queries.ts'
import { lockDay, outOfReach, placingFor, storePlan } from './place-on-road.ts'

// Takes the smallest free seat, like a booking; the database decides between the two.
type Confirmed = Pick<JobRow, 'technicianId'>
type Values = Wanted & { id: string; technicianId: string | null }
const confirming = statement<Confirmed, Values>(
  'confirm-request',
  ($) => `with ${freeSeat($, { candidates: true })}, chosen as (
    select coalesce(${$.technicianId}::uuid, (select id from technician)) as id
  )
  update jobs set needs_confirmation = false, confirmation_due = false, seat = free.seat,
    technician_id = chosen.id,
    status = case when chosen.id is null then 'scheduled' else 'assigned' end
  from free, chosen
  where jobs.id = ${$.id}::uuid and needs_confirmation and status = 'scheduled' and technician_id is null
    and service_date = ${$.serviceDate}::date and slot = ${$.slot}::int
  returning technician_id`,
)

/**
 * Confirms a visit outside the service area into a free seat of its slot; the customer gets the usual confirmation, and a
 * technician is assigned if the server assigns. Returns the visit. Throws NotFound, Conflict when it needs no confirmation,
 * its time is full, blocked or past, or it changed concurrently.
 */
export async function confirmRequest(
  person: Person,
  id: string,
  { beyondRoad }: { beyondRoad?: boolean | undefined } = {},
): Promise<JobRow> {
  try {
    return await retryWhenSeatTaken(() =>
      transaction(async () => {
        const job = await loadJob(person, id, mayManageBooking)
        if (!isNotStarted(job.status)) throw refusal(job.status)
        if (!job.needsConfirmation) throw new Conflict(phrase('This visit is already confirmed.'))
        return seatRequest(person, job, { beyondRoad })
      }),
    )
  } catch (error) {
    // The chosen technician was given another visit concurrently.
    if (isUniqueViolation(error, 'jobs_technician_busy')) throw new Conflict()
    throw error
  }
}

/**
 * Gives a request a seat and a technician (the given one, or one the server finds), and announces its confirmation. Throws
 * Conflict like `confirmRequest`, and a unique violation when the seat or technician is taken concurrently.
 */
export async function seatRequest(
  person: Person,
  job: JobRow,
  {
    technicianId = null,
    beyondRoad,
  }: { technicianId?: string | null; beyondRoad?: boolean | undefined } = {},
): Promise<JobRow> {
  if (job.startsAt <= now())
    throw new Conflict(phrase('This time has passed. Move the request to another time first.'))
  const { serviceDate, slot } = job
  await lockDay(serviceDate)
  const visit = { ...visitOf(job), place: await placeOf(job) }
  const only = technicianId ? [technicianId] : undefined
  const placing = await placingFor(visit, { assign: technicianId === null, only, beyondRoad })
  if (!placing) throw outOfReach(true)
  const wanted = { serviceDate, slot, ...placing }
  const found = await queryRow(confirming, { ...wanted, id: job.id, technicianId })
  if (!found) throw await whyNot(job)
  await storePlan(person, { ...job, ...found }, placing)
  const confirmed = { ...job, ...found, needsConfirmation: false }
  const data = { date: serviceDate, slot }
  await happened({ event: 'job_confirmed', job: confirmed, by: person.id, data })
  fetchDrivesOfVisit(confirmed)
  return confirmed
}

async function whyNot(job: JobRow) {
  const fresh = await readJob(job.id)
  const same = fresh?.needsConfirmation && fresh.startsAt.getTime() === job.startsAt.getTime()
  return same && isNotStarted(fresh.status)
    ? new Conflict(
        phrase('This time is full or blocked. Move the request to another time, or cancel it.'),
      )
    : new Conflict()
}

const mostTries = 100

/** Retries when another process takes the same seat concurrently; the next try sees it taken. */
export async function retryWhenSeatTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isUniqueViolation(error, 'jobs_seat_taken') || tries >= mostTries) throw error
    }
  }
}

// Confirming refuses a past time, so these can no longer be confirmed.
const expiring = {
  name: 'expire-requests',
  text: `update jobs set status = 'cancelled', cancelled_at = $1::timestamptz, confirmation_due = false
    where id in (select id from jobs
      where status = 'scheduled' and needs_confirmation and starts_at <= $1::timestamptz
      order by starts_at limit 100 for update skip locked)
    returning id`,
}

/** Closes requests the office did not confirm before their time, and notifies their customers. */
export async function expireRequests(): Promise<void> {
  await transaction(async () => {
    const expired = await queryRows<{ id: string }>(expiring, [now()])
    const rows = await readTheseJobs(expired.map(({ id }) => id))
    await happened(
      ...rows.map((job) => ({
        event: 'request_expired' as const,
        job,
        by: null,
        data: { date: job.serviceDate, slot: job.slot },
      })),
    )
  })
}
