import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

// Skips visits older than four days: they were asked about before, or while the server was off.
const unrated = {
  name: 'visits-to-ask-for-reviews',
  text: `select j.id from jobs j
    where j.status = 'completed'
      and j.completed_at <= $1::timestamptz - interval '18 hours'
      and j.completed_at > $1::timestamptz - interval '4 days'
      and not exists (select from reviews r where r.job_id = j.id)`,
}

/** Asks customers of recent unrated visits for a review. */
export async function askForReviews(): Promise<void> {
  const found = await queryRows<{ id: string }>(unrated, [now()])
  const jobs = await readTheseJobs(found.map(({ id }) => id))
  await happened(
    ...jobs.map((job) => ({ event: 'review_asked' as const, job, by: null, data: {} })),
  )
}
