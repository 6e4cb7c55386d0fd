import { now } from '#server/base/clock.ts'
import { queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

// Confirming refuses a past time, so these can no longer be confirmed.
const statement = {
  name: 'expire-requests',
  text: `update jobs set status = 'cancelled', cancelled_at = $1::timestamptz, confirmation_due = false
    where id in (select id from jobs
      where status = 'scheduled' and needs_confirmation and starts_at <= $1::timestamptz
      order by starts_at limit 100 for update skip locked)
    returning id`,
}

/** Closes requests the office did not confirm before their time, and notifies their customers. */
export async function expireRequests(): Promise<void> {
  await transaction(async () => {
    const expired = await queryRows<{ id: string }>(statement, [now()])
    const rows = await readTheseJobs(expired.map(({ id }) => id))
    await happened(
      ...rows.map((job) => ({
        event: 'request_expired' as const,
        job,
        by: null,
        data: { date: job.serviceDate, slot: job.slot },
      })),
    )
  })
}
