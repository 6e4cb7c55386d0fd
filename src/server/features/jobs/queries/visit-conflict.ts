import { queryRow } from '#server/database/database.ts'
import { Conflict } from '#server/http/errors.ts'
import type { EventName } from '#shared/rules/events.ts'
import { type VisitDetail, visitDetails } from '#shared/rules/visit-details.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { phrase, wording } from '#shared/texts/t.ts'
import type { JobRow } from '#server/reads/job-row.ts'

/**
 * The Conflict for visit details that were changed since they were shown: who changed them (`by`, empty if unknown), with a
 * message per field, and the values `now`.
 */
export async function changeConflict(job: JobRow, fields: readonly VisitDetail[]) {
  const names = fields.map((field) => (field === 'vehicleId' ? 'vehicle' : field))
  const last = await queryRow<{ name: string }>(lastChange, [job.id, names])
  const by = last?.name ?? ''
  const message = by
    ? phrase('{name} has changed this in the meantime. Please check it again.', { name: by })
    : phrase('This has just changed. Please check it again.')
  return new Conflict(message, {
    reason: 'changed',
    by,
    now: Object.fromEntries(visitDetails.map((field) => [field, job[field]])),
    fields: fields.map((path) => ({ path, message: wording(message) })),
  })
}

/** The Conflict for a visit that was moved since it was shown; `now` is its current time. */
export async function moveConflict(job: JobRow) {
  const by = await whoDidLast(job.id, ['job_rescheduled'])
  const { serviceDate: scheduledDate } = job
  const scheduledTime = slotLabel(job.slot)
  const message = phrase(
    '{name} has moved this visit to {visit} in the meantime. Please check it again.',
    {
      name: by,
      visit: formatVisit(scheduledDate, scheduledTime),
    },
  )
  const details = { reason: 'changed', by, now: { scheduledDate, scheduledTime } }
  return by ? new Conflict(message, details) : new Conflict(undefined, details)
}

/** The Conflict for a visit that was reassigned or unassigned since it was shown. */
export async function assignmentConflict({ id, technicianName }: JobRow) {
  const by = await whoDidLast(id, [
    'job_assigned',
    'job_unassigned',
    'job_claimed',
    'job_rescheduled',
  ])
  const message = technicianName
    ? phrase('{name} has assigned this visit to {technician} in the meantime.', {
        name: by,
        technician: technicianName,
      })
    : phrase('{name} has unassigned this visit in the meantime.', { name: by })
  const details = { reason: 'changed', by }
  return by ? new Conflict(message, details) : new Conflict(undefined, details)
}

/** Name of the person who last did one of these; empty if it was automatic or is unknown. */
async function whoDidLast(jobId: string, kinds: readonly EventName[]): Promise<string> {
  const last = await queryRow<{ name: string }>(lastOf, [jobId, kinds])
  return last?.name ?? ''
}

const lastOf = {
  name: 'last-event-of-kinds',
  text: `select trim(coalesce(u.first_name || ' ' || u.last_name, '')) as name
    from job_events e left join users u on u.id = e.actor_id
    where e.job_id = $1 and e.kind = any($2::text[])
    order by e.created_at desc, e.id desc limit 1`,
}

const lastChange = {
  name: 'last-change-of-details',
  text: `select trim(u.first_name || ' ' || u.last_name) as name
    from job_events e join users u on u.id = e.actor_id
    where e.job_id = $1 and e.kind = 'job_changed' and e.data -> 'to' ?| $2::text[]
    order by e.created_at desc, e.id desc limit 1`,
}
