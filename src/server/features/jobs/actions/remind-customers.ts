import { businessToday } from '#server/base/business-time.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { instantAt } from '#server/base/wall-clock.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { EventName } from '#shared/rules/events.ts'
import { readTheseJobs } from '../queries.ts'

/** When customers are reminded of tomorrow, on the business's clock. */
export const remindedAt = '17:00'

const reminded = 'job_reminded' satisfies EventName

const lock = {
  name: 'lock-reminders',
  text: `select pg_advisory_xact_lock(hashtext('reminders'))::text`,
}

// A visit that was moved after its reminder is reminded of again, the day before it is then.
const claim = {
  name: 'claim-reminders',
  text: `insert into job_events (job_id, kind, data)
    select j.id, '${reminded}', jsonb_build_object('startsAt', j.starts_at)
    from jobs j
    where j.service_date = $1::date and j.status in ('scheduled', 'assigned')
      and not j.needs_confirmation and j.created_at < $2::timestamptz
      and not exists (select from job_events e where e.job_id = j.id and e.kind = '${reminded}'
        and (e.data->>'startsAt')::timestamptz = j.starts_at)
    returning job_id as id`,
}

/**
 * Reminds the customers of tomorrow's visits by mail and text message, each visit once. Those who booked after the
 * time of the reminders have just been told.
 */
export async function remindCustomers(): Promise<void> {
  const today = businessToday()
  const bookedBefore = instantAt(today, remindedAt, currentSettings().timeZone)
  await transaction(async () => {
    await queryRow(lock)
    const claimed = await queryRows<{ id: string }>(claim, [addDays(today, 1), bookedBefore])
    const jobs = await readTheseJobs(claimed.map(({ id }) => id))
    await notifyRecorded(
      jobs.map((job) => ({
        event: reminded,
        job,
        by: null,
        data: { startsAt: job.startsAt.toISOString() },
      })),
    )
  })
}
