import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

// Skips visits booked within two hours, and those whose technician is on the way: their customers have just been notified.
const soon = {
  name: 'visits-soon',
  text: `select id from jobs
    where starts_at > $1::timestamptz and starts_at <= $1::timestamptz + interval '1 hour'
      and status in ('scheduled', 'assigned') and not needs_confirmation
      and not communication_active and created_at < $1::timestamptz - interval '2 hours'`,
}

/** Reminds the customers of visits that begin within the hour. */
export async function remindOfSoon(): Promise<void> {
  const found = await queryRows<{ id: string }>(soon, [now()])
  const jobs = await readTheseJobs(found.map(({ id }) => id))
  await happened(
    ...jobs.map((job) => ({
      event: 'visit_soon' as const,
      job,
      by: null,
      data: { startsAt: job.startsAt.toISOString() },
    })),
  )
}
