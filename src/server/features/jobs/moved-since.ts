import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { Conflict } from '#server/http/errors.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { oldestWorkHours } from '#shared/rules/time-of-work.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import type { JobRow } from './job-row.ts'

/** Throws Conflict when whoever calls did it, without a network, on a day the visit has been moved away from since. */
export async function assertNotMovedSince(job: JobRow): Promise<void> {
  const claimed = claimedTime()
  // A phone with a wrong clock is not believed here either.
  if (!claimed || claimed.getTime() < now().getTime() - oldestWorkHours * 3_600_000) return
  const then = await queryRow<{ date: string }>(dayThen, [job.id, claimed])
  if (!then || then.date === job.serviceDate) return
  throw new Conflict(
    phrase(
      'This visit was moved to {visit}. You started it before you could know, so the start did not go in. Please call the office.',
      { visit: formatVisit(job.serviceDate, slotLabel(job.slot)) },
    ),
  )
}

const dayThen = {
  name: 'day-before-moves',
  text: `select data -> 'from' ->> 'date' as date from job_events
    where job_id = $1 and kind = 'job_rescheduled' and created_at > $2::timestamptz
    order by created_at limit 1`,
}
