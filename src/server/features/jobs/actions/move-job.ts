import { now } from '#server/base/clock.ts'
import { queryRow, transaction } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { happened } from '#server/events/happened.ts'
import { fetchDrivesOfVisit } from '#server/reads/fetch-drives.ts'
import { readWorker, refColumn, type Staffing } from '#server/reads/roster.ts'
import { Conflict } from '#server/http/errors.ts'
import { assignmentRefusal } from '#shared/rules/assignment.ts'
import type { VisitTime } from '#shared/rules/events.ts'
import { cancelFreeAfterMove, hasOwnInstant } from '#shared/rules/fees.ts'
import { isMissed } from '#shared/rules/overdue.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { overlapInSql } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'
import { refusal } from './change-job.ts'
import { freeSeat, type Wanted } from '../queries/free-seat.ts'
import { feesOf, type JobRow, visitOf } from '#server/reads/job-row.ts'
import { assertEnoughNotice } from '../notice-period.ts'
import { loadJob } from '#server/reads/visits.ts'
import { assignmentConflict, moveConflict } from '../queries/visit-conflict.ts'
import { placeOf } from '#server/features/service-area/queries.ts'
import { assertMayTake, doubleBooked } from './assert-may-take.ts'
import { assertNotLocked } from './lock-visit.ts'
import { lockDay, placingFor, storePlan } from './place-on-road.ts'

// The technician `ref` keeps the visit unless they have another one then or have changed since they were chosen; otherwise
// the least busy candidate gets it.
type Moved = Pick<JobRow, 'technicianId'>
type Values = Wanted & {
  id: string
  startsAt: Date
  cancelFreeUntil: Date | null
  /** The `ref` of the technician who should keep it. */
  ref: string | null
  mayLoseTechnician: boolean
  /** The visit's technician and time as loaded. */
  fromTechnician: string | null
  fromDate: string
  fromSlot: number
}
const moving = statement<Moved, Values>(
  'move-visit',
  ($) => `with ${freeSeat($, { candidates: true, moving: $.id })}, kept as (
    select u.id from users u
    where ${refColumn} = ${$.ref}::text and u.deactivated_at is null and not exists (select from jobs busy
      where busy.technician_id = u.id and busy.id <> ${$.id}::uuid
        and busy.service_date = ${$.serviceDate}::date
        and ${overlapInSql('busy.slot', `${$.slot}::int`)} and busy.status <> 'cancelled')
    for share of u
  ), next as (
    select coalesce((select id from kept), (select id from technician)) as id
  )
  update jobs j set service_date = ${$.serviceDate}::date, slot = ${$.slot}::int,
    seat = case when j.needs_confirmation then null else free.seat end,
    starts_at = ${$.startsAt}::timestamptz, cancel_free_until = ${$.cancelFreeUntil}::timestamptz, technician_id = next.id,
    status = case when next.id is null then 'scheduled' else 'assigned' end,
    technician_lock = case when next.id = j.technician_id then j.technician_lock end,
    technician_lost = next.id is null
      and (j.technician_lost or (j.technician_id is not null and ${$.mayLoseTechnician}::boolean))
  from free, next
  where j.id = ${$.id}::uuid and j.status in ('scheduled', 'assigned')
    and j.technician_id is not distinct from ${$.fromTechnician}::uuid
    and j.service_date = ${$.fromDate}::date and j.slot = ${$.fromSlot}::int
  returning j.technician_id`,
)

type Destination = Omit<Wanted, keyof Staffing> & {
  startsAt: Date
  /**
   * Technician for the new time, null for none. Undefined keeps the current one, or for a customer's move the current one if
   * available.
   */
  technicianId?: string | null | undefined
  /** Whether or not a technician can be there in time. */
  beyondRoad?: boolean | undefined
  /** The time and technician shown on screen. */
  seen?: (VisitTime & { technicianId?: string | null | undefined }) | undefined
}

/**
 * Moves a visit that has not started into the smallest free seat of another slot. Returns its previous state, 'travel' when
 * no technician can be there in time, or undefined when there is no seat (a request takes none) or the visit changed concurrently. A customer's move never fails because of
 * the technician: another or none is assigned. Throws NotFound, Conflict when it is too late, differs from what was `seen`
 * or, for the office, its technician may not take it then, and a unique violation when the seat is taken concurrently.
 */
export async function moveJob(
  person: Person,
  id: string,
  to: Destination,
): Promise<JobRow | 'travel' | undefined> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (to.seen && (to.seen.date !== job.serviceDate || to.seen.slot !== job.slot))
      throw await moveConflict(job)
    if (to.seen?.technicianId !== undefined && to.seen.technicianId !== job.technicianId)
      throw await assignmentConflict(job)
    if (!isNotStarted(job.status)) throw refusal(job.status, 'move')
    // A customer may move theirs: it stays locked if its technician can come then.
    if (person.role === 'admin') assertNotLocked(job)
    if (person.role === 'customer' && !job.needsConfirmation) assertEnoughNotice('reschedule', job)
    const { serviceDate, slot, startsAt } = to
    const cancelFreeUntil = freeUntil(person, job, startsAt)
    const there = { ...job, serviceDate, slot, startsAt, cancelFreeUntil }
    await lockDay(serviceDate)
    const sent = await whoGoes(person, there, to)
    const visit = { ...visitOf(there), place: await placeOf(there) }
    const placing = await placingFor(visit, {
      assign: sent.assign && !job.needsConfirmation,
      only: sent.wanted ? [sent.wanted] : undefined,
      beyondRoad: to.beyondRoad || job.needsConfirmation,
    })
    if (!placing) return 'travel'
    const isChosen = person.role === 'admin'
    const moved = await queryRow(moving, {
      ...placing,
      serviceDate,
      slot,
      startsAt,
      id,
      fromTechnician: job.technicianId,
      fromDate: job.serviceDate,
      fromSlot: job.slot,
      ref:
        sent.ref && (sent.wanted || placing.able?.includes(sent.ref) !== false) ? sent.ref : null,
      cancelFreeUntil,
      mayLoseTechnician: !isChosen,
    })
    if (!moved) return undefined
    // Naming a technician has stored it.
    if (!job.needsConfirmation && !sent.wanted) await storePlan(person, there, placing)
    const { technicianId } = moved
    if (sent.wanted && technicianId !== sent.wanted) throw doubleBooked(sent.wanted)
    const replaced = job.technicianId !== technicianId
    await happened({
      event: 'job_rescheduled',
      job: { ...there, technicianId },
      by: person.id,
      data: {
        from: { date: job.serviceDate, slot: job.slot },
        to: { date: serviceDate, slot },
        technicianId,
        formerTechnicianId: replaced ? job.technicianId : null,
        ...(replaced && technicianId && { given: true }),
        ...(replaced && !technicianId && !isChosen && { lost: true }),
      },
    })
    fetchDrivesOfVisit(there)
    return job
  })
}

/** Until when cancelling is free after the move; null if the policy's hours determine it. */
function freeUntil(person: Person, job: JobRow, startsAt: Date): Date | null {
  if (isMissed(job, now().getTime())) return null
  const fees = feesOf(job)
  const { needsConfirmation } = job
  const byOffice = person.role === 'admin'
  const move = { from: job.startsAt, startsAt, now: now(), byOffice, needsConfirmation }
  const cancelFreeUntil = cancelFreeAfterMove(fees, move)
  return hasOwnInstant({ ...fees, cancelFreeUntil }, startsAt) ? cancelFreeUntil : null
}

/** `wanted`: exactly this technician; `ref`: this technician if available; `assign`: otherwise anyone available. */
type Sent = { wanted: string | null; ref: string | null; assign: boolean }

async function whoGoes(
  person: Person,
  there: JobRow,
  { technicianId: named, beyondRoad }: Destination,
): Promise<Sent> {
  if (named && there.needsConfirmation)
    throw new Conflict(
      phrase('This is a request: move it without a technician, or confirm it first.'),
    )
  if (named === null) return { wanted: null, ref: null, assign: false }
  const wanted = named ?? there.technicianId
  if (!wanted) return { wanted: null, ref: null, assign: true }
  if (person.role === 'admin') {
    const { ref } = await assertMayTake(wanted, there, person, { beyondRoad })
    return { wanted, ref, assign: false }
  }
  const worker = await readWorker(wanted, there.serviceDate)
  const comes = worker && !assignmentRefusal(worker, visitOf(there), [])
  return { wanted: null, ref: comes ? worker.ref : null, assign: true }
}
