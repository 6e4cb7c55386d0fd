import { now } from '#server/base/clock.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '../queries.ts'

const lock = {
  name: 'lock-arrivals',
  text: `select pg_advisory_xact_lock(hashtext('arrivals'))::text`,
}

// A technician who still works elsewhere is late, and the customer is told. Of any other nobody here knows why: the office
// is told, which can call. Who is on the way is watched by their position.
const claim = {
  name: 'claim-arrivals',
  text: `with waiting as (
      select j.id, j.starts_at, case when exists (select from jobs o
        where o.technician_id = j.technician_id and o.status = 'in_progress' and o.id <> j.id)
        then 'running_late' else 'visit_overdue' end as kind
      from jobs j
      where j.starts_at <= $1::timestamptz - interval '15 minutes'
        and j.starts_at > $1::timestamptz - interval '2 hours'
        and j.status in ('scheduled', 'assigned') and not j.needs_confirmation
        and not j.communication_active)
    insert into job_events (job_id, kind, data)
    select w.id, w.kind, jsonb_build_object('startsAt', w.starts_at)
    from waiting w
    where not exists (select from job_events e where e.job_id = w.id and e.kind = w.kind
      and (e.data->>'startsAt')::timestamptz = w.starts_at)
    returning job_id as id, kind`,
}

type Claimed = { id: string; kind: 'running_late' | 'visit_overdue' }

/** Tells of visits that should have begun a quarter of an hour ago, each time of a visit once. */
export async function watchArrivals(): Promise<void> {
  await transaction(async () => {
    await queryRow(lock)
    const claimed = await queryRows<Claimed>(claim, [now()])
    const kinds = new Map(claimed.map(({ id, kind }) => [id, kind]))
    const jobs = await readTheseJobs([...kinds.keys()])
    await notifyRecorded(
      jobs.map((job): Happening => {
        const event = kinds.get(job.id) ?? 'visit_overdue'
        return { event, job, by: null, data: { startsAt: job.startsAt.toISOString() } }
      }),
    )
  })
}
