import { queryRow, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { VisitTime } from '#shared/rules/events.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { refusal } from '../change-job.ts'
import { freeSeat, type Wanted, wantedValues } from '../free-seat.ts'
import type { JobRow } from '../job-row.ts'
import { assertEnoughNotice } from '../notice-period.ts'
import { loadJob } from '../queries.ts'
import { movedMeanwhile } from '../queries/changed-meanwhile.ts'

// The technician comes along unless they have another visit then; else the least loaded one, if the server assigns.
const statement = {
  name: 'move-visit',
  text: `with ${freeSeat({ autoAssign: true })}, kept as (
    select u.id from jobs j join users u on u.id = j.technician_id
    where j.id = $5::uuid and u.deactivated_at is null and not exists (select from jobs busy
      where busy.technician_id = j.technician_id and busy.id <> j.id
        and busy.service_date = $1::date and busy.slot = $2::smallint
        and busy.status <> 'cancelled')
    for share of u
  ), next as (
    select coalesce((select id from kept), (select id from technician)) as id
  )
  update jobs j set service_date = $1::date, slot = $2::smallint,
    seat = case when j.needs_confirmation then null else free.seat end,
    starts_at = $6::timestamptz, technician_id = next.id,
    status = case when next.id is null then 'scheduled' else 'assigned' end
  from free, next
  where j.id = $5::uuid and j.status in ('scheduled', 'assigned')
    and j.technician_id is not distinct from $7::uuid
    and j.service_date = $8::date and j.slot = $9::smallint
  returning j.technician_id as "technicianId"`,
}

/**
 * Moves a visit that has not started into the smallest free seat of another slot; answers it as it was, undefined
 * when there is no seat (a request takes none) or somebody changed the visit at this moment. Throws NotFound, Conflict when it is too late or no more at the time that was `seen`,
 * and a unique violation when another process took the seat at this moment.
 */
export async function moveJob(
  person: Person,
  id: string,
  to: Wanted & { startsAt: Date; seen?: VisitTime | undefined },
): Promise<JobRow | undefined> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (to.seen && (to.seen.date !== job.serviceDate || to.seen.slot !== job.slot))
      throw await movedMeanwhile(job)
    if (!isNotStarted(job.status)) throw refusal(job.status, 'cancel')
    if (person.role === 'customer' && !job.needsConfirmation) assertEnoughNotice('reschedule', job)
    const asLoaded = [job.technicianId, job.serviceDate, job.slot]
    const autoAssign = to.autoAssign && !job.needsConfirmation
    const values = [...wantedValues({ ...to, autoAssign }), id, to.startsAt, ...asLoaded]
    const moved = await queryRow<{ technicianId: string | null }>(statement, values)
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
      },
    })
    return job
  })
}
