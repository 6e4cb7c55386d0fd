import { queryRow } from '#server/database/database.ts'
import { Conflict } from '#server/http/errors.ts'
import { phrase, wording } from '#shared/texts/t.ts'
import type { JobRow } from '../job-row.ts'

type Field = 'serviceAddress' | 'accessNotes' | 'customerNotes' | 'vehicleId'

/**
 * The Conflict for details of a visit that somebody has changed since they were on the screen: who did (`by`, empty when
 * nobody knows), said at each of the fields, and how they are `now`.
 */
export async function changedMeanwhile(job: JobRow, fields: readonly Field[]) {
  const names = fields.map((field) => (field === 'vehicleId' ? 'vehicle' : field))
  const last = await queryRow<{ name: string }>(lastChange, [job.id, names])
  const by = last?.name ?? ''
  const said = by
    ? phrase('{name} has changed this meanwhile. Please look at it once more.', { name: by })
    : phrase('This has changed in the meantime. Please check it again.')
  const { serviceAddress, accessNotes, customerNotes, vehicleId } = job
  return new Conflict(said, {
    reason: 'changed',
    by,
    now: { serviceAddress, accessNotes, customerNotes, vehicleId },
    fields: fields.map((path) => ({ path, message: wording(said) })),
  })
}

const lastChange = {
  name: 'last-change-of-details',
  text: `select trim(u.first_name || ' ' || u.last_name) as name
    from job_events e join users u on u.id = e.actor_id
    where e.job_id = $1 and e.kind = 'job_changed' and e.data -> 'to' ?| $2::text[]
    order by e.created_at desc, e.id desc limit 1`,
}
