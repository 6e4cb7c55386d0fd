import { queryRow, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { VisitTime } from '#shared/rules/events.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { refusal } from '../change-job.ts'
import { freeSeat, type Wanted, wantedValues } from '../free-seat.ts'
import type { JobRow } from '../job-row.ts'
import { assertEnoughNotice } from '../notice-period.ts'
import { loadJob } from '../queries.ts'
import { givenMeanwhile, movedMeanwhile } from '../queries/changed-meanwhile.ts'
import { assertMayWork } from './assign-job.ts'

// The technician comes along unless they have another visit then; else the least loaded one, if the server assigns.
const whoever = `${freeSeat({ autoAssign: true })}, kept as (
    select u.id from jobs j join users u on u.id = j.technician_id
    where j.id = $5::uuid and u.deactivated_at is null and not exists (select from jobs busy
      where busy.technician_id = j.technician_id and busy.id <> j.id
        and busy.service_date = $1::date and busy.slot = $2::smallint
        and busy.status <> 'cancelled')
    for share of u
  ), next as (
    select coalesce((select id from kept), (select id from technician)) as id
  )`
const named = `${freeSeat({ autoAssign: false })}, next as (select $10::uuid as id)`

const moving = (name: string, next: string) => ({
  name,
  text: `with ${next}
  update jobs j set service_date = $1::date, slot = $2::smallint,
    seat = case when j.needs_confirmation then null else free.seat end,
    starts_at = $6::timestamptz, technician_id = next.id,
    status = case when next.id is null then 'scheduled' else 'assigned' end
  from free, next
  where j.id = $5::uuid and j.status in ('scheduled', 'assigned')
    and j.technician_id is not distinct from $7::uuid
    and j.service_date = $8::date and j.slot = $9::smallint
  returning j.technician_id as "technicianId"`,
})
const statements = {
  whoever: moving('move-visit', whoever),
  named: moving('move-visit-to', named),
}

type Place = Wanted & {
  startsAt: Date
  /** Where, and whose, it was on the screen. */
  seen?: (VisitTime & { technicianId?: string | null | undefined }) | undefined
  /** Who is to do it, null for nobody; left out, whoever did and can. */
  technicianId?: string | null | undefined
}

/**
 * Moves a visit that has not started into the smallest free seat of another slot; answers it as it was, undefined
 * when there is no seat (a request takes none) or somebody changed the visit at this moment. Throws NotFound, also for a
 * technician who may not work, Conflict when it is too late or no more as it was `seen`, and a unique violation when
 * another process took the seat at this moment or the technician named has another visit then.
 */
export async function moveJob(person: Person, id: string, to: Place): Promise<JobRow | undefined> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (to.seen && (to.seen.date !== job.serviceDate || to.seen.slot !== job.slot))
      throw await movedMeanwhile(job)
    if (to.seen?.technicianId !== undefined && to.seen.technicianId !== job.technicianId)
      throw await givenMeanwhile(job)
    if (!isNotStarted(job.status)) throw refusal(job.status, 'cancel')
    if (person.role === 'customer' && !job.needsConfirmation) assertEnoughNotice('reschedule', job)
    const asLoaded = [job.technicianId, job.serviceDate, job.slot]
    if (to.technicianId && job.needsConfirmation) throw new Conflict(confirmFirst())
    if (to.technicianId && to.technicianId !== job.technicianId)
      await assertMayWork(to.technicianId)
    const isNamed = to.technicianId !== undefined
    const autoAssign = to.autoAssign && !isNamed && !job.needsConfirmation
    const values = [...wantedValues({ ...to, autoAssign }), id, to.startsAt, ...asLoaded]
    const moved = await queryRow<{ technicianId: string | null }>(
      isNamed ? statements.named : statements.whoever,
      isNamed ? [...values, to.technicianId] : values,
    )
    if (!moved) return undefined
    const { technicianId } = moved
    const { serviceDate, slot, startsAt } = to
    const replaced = job.technicianId !== technicianId
    await happened({
      event: 'job_rescheduled',
      job: { ...job, serviceDate, slot, startsAt, technicianId },
      by: person.id,
      data: {
        from: { date: job.serviceDate, slot: job.slot },
        to: { date: serviceDate, slot },
        technicianId,
        formerTechnicianId: replaced ? job.technicianId : null,
        ...(replaced && technicianId && { given: true }),
      },
    })
    return job
  })
}

const confirmFirst = () =>
  phrase('This is a request: move it without a technician, or confirm it first.')
