import { queryRow, transaction } from '#server/database/database.ts'
import { endTalk } from '#server/features/chat/actions/end-talk.ts'
import { tellSockets } from '#server/features/chat/actions/tell-sockets.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { isNotStarted, jobNumber } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { recordJobEvent, refusal } from '../change-job.ts'
import { freePlace, type Wanted, wantedValues } from '../free-place.ts'
import type { JobRow } from '../job-row.ts'
import { jobMail, visitTime } from '../job-words.ts'
import { assertNotice } from '../notice.ts'
import { loadJob } from '../queries.ts'
import { tellTechnician } from '../technician-news.ts'

// The technician comes along unless they have another visit then; else the least loaded one, if the server assigns.
const statement = {
  name: 'move-visit',
  text: `with ${freePlace({ autoAssign: true })}, kept as (
    select u.id from jobs j join users u on u.id = j.technician_id
    where j.id = $5::uuid and u.deactivated_at is null and not exists (select from jobs busy
      where busy.technician_id = j.technician_id and busy.id <> j.id
        and busy.service_date = $1::date and busy.slot = $2::smallint
        and busy.status <> 'cancelled')
    for share of u
  ), next as (
    select coalesce((select id from kept), (select id from technician)) as id
  )
  update jobs j set service_date = $1::date, slot = $2::smallint, place = free.place,
    starts_at = $6::timestamptz, technician_id = next.id,
    status = case when next.id is null then 'scheduled' else 'assigned' end
  from free, next
  where j.id = $5::uuid and j.status in ('scheduled', 'assigned')
    and j.technician_id is not distinct from $7::uuid
    and j.service_date = $8::date and j.slot = $9::smallint
  returning j.technician_id as "technicianId"`,
}

/**
 * Moves a visit that has not started into the smallest free place of another slot; answers it as it was, undefined
 * when there is no place or somebody changed the visit at this moment. Throws NotFound, Conflict when it is too late,
 * and a unique violation when another process took the place at this moment.
 */
export async function moveVisit(
  person: Person,
  id: string,
  to: Wanted & { startsAt: Date },
): Promise<JobRow | undefined> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (!isNotStarted(job.status)) throw refusal(job.status, 'cancel')
    if (person.role === 'customer') assertNotice('reschedule', job)
    const asLoaded = [job.technicianId, job.serviceDate, job.slot]
    const autoAssign = to.autoAssign && !job.needsConfirmation
    const values = [...wantedValues({ ...to, autoAssign }), id, to.startsAt, ...asLoaded]
    const moved = await queryRow<{ technicianId: string | null }>(statement, values)
    if (!moved) return undefined
    await endTalk(job, person.id, 'moved')
    await tellSockets('job', job, { also: moved.technicianId })
    await recordJobEvent(id, person.id, 'rescheduled', {
      from: { date: job.serviceDate, slot: job.slot },
      to: { date: to.serviceDate, slot: to.slot },
      technicianId: moved.technicianId,
    })
    await wakePayment(id)
    const { serviceDate, slot, startsAt } = to
    await tellParties(job, { ...job, serviceDate, slot, startsAt, ...moved })
    return job
  })
}

async function tellParties(before: JobRow, after: JobRow): Promise<void> {
  if (after.technicianId) await tellTechnician(after, after.technicianId, t('Visit moved'))
  if (before.technicianId && before.technicianId !== after.technicianId)
    await tellTechnician(before, before.technicianId, t('Visit taken off your list'))
  const message = t('Your visit {number} is now on {time} instead of {before}.', {
    number: jobNumber(after.number),
    time: visitTime(after),
    before: visitTime(before),
  })
  await notifyPerson({
    userId: after.customerId,
    type: 'job_rescheduled',
    title: t('Visit moved'),
    message,
    jobId: after.id,
  })
  if (after.customerEmail)
    await queueMail(jobMail(after, after.customerEmail, t('visit moved'), [message]))
}
