import { now } from '#server/base/clock.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import type { EventName } from '#shared/rules/events.ts'
import { readTheseJobs } from '../queries.ts'

const soon = 'visit_soon' satisfies EventName

const lock = {
  name: 'lock-soon',
  text: `select pg_advisory_xact_lock(hashtext('soon'))::text`,
}

// Whoever booked within the last two hours has just been told, and whoever is being driven to knows.
const claim = {
  name: 'claim-soon',
  text: `insert into job_events (job_id, kind, data)
    select j.id, '${soon}', jsonb_build_object('startsAt', j.starts_at)
    from jobs j
    where j.starts_at > $1::timestamptz and j.starts_at <= $1::timestamptz + interval '1 hour'
      and j.status in ('scheduled', 'assigned') and not j.needs_confirmation
      and not j.communication_active and j.created_at < $1::timestamptz - interval '2 hours'
      and not exists (select from job_events e where e.job_id = j.id and e.kind = '${soon}'
        and (e.data->>'startsAt')::timestamptz = j.starts_at)
    returning job_id as id`,
}

/** Reminds the customers of visits that begin within the hour, each time of a visit once. */
export async function remindOfSoon(): Promise<void> {
  await transaction(async () => {
    await queryRow(lock)
    const claimed = await queryRows<{ id: string }>(claim, [now()])
    const jobs = await readTheseJobs(claimed.map(({ id }) => id))
    await notifyRecorded(
      jobs.map((job) => ({
        event: soon,
        job,
        by: null,
        data: { startsAt: job.startsAt.toISOString() },
      })),
    )
  })
}
