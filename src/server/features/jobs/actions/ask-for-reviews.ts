import { now } from '#server/base/clock.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import type { EventName } from '#shared/rules/events.ts'
import { readTheseJobs } from '../queries.ts'

const asked = 'review_asked' satisfies EventName

const lock = {
  name: 'lock-review-requests',
  text: `select pg_advisory_xact_lock(hashtext('review requests'))::text`,
}

// A visit longer ago was asked for, or nobody was here to ask.
const claim = {
  name: 'claim-review-requests',
  text: `insert into job_events (job_id, kind)
    select j.id, '${asked}' from jobs j
    where j.status = 'completed'
      and j.completed_at <= $1::timestamptz - interval '18 hours'
      and j.completed_at > $1::timestamptz - interval '4 days'
      and not exists (select from reviews r where r.job_id = j.id)
      and not exists (select from job_events e where e.job_id = j.id and e.kind = '${asked}')
    returning job_id as id`,
}

/** Asks the customers of yesterday's visits how they were, once for each that they have not rated. */
export async function askForReviews(): Promise<void> {
  await transaction(async () => {
    await queryRow(lock)
    const claimed = await queryRows<{ id: string }>(claim, [now()])
    const jobs = await readTheseJobs(claimed.map(({ id }) => id))
    await notifyRecorded(jobs.map((job) => ({ event: asked, job, by: null, data: {} })))
  })
}
