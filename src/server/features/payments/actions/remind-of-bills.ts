import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import { readTheseJobs } from '#server/features/jobs/queries.ts'
import { takesCards, unpaidColumn } from '../queries.ts'
import type { EventData, EventName } from '#shared/rules/events.ts'

const reminded = 'payment_reminded' satisfies EventName

const lock = {
  name: 'lock-bill-reminders',
  text: `select pg_advisory_xact_lock(hashtext('bill reminders'))::text`,
}

// Of reminders that were missed only the last is sent, and none of a visit that was long before them.
const claim = {
  name: 'claim-bill-reminders',
  text: `with due as (
      select j.id, j.status = 'cancelled' as fee, max(d.days) as days,
        max(${unpaidColumn}) as cents
      from payment_accounts m
      join jobs j on j.id = m.job_id
      cross join unnest($1::int[]) d(days)
      where m.state = 'balance_due' and j.status in ('completed', 'cancelled')
        and coalesce(j.completed_at, j.cancelled_at) <= $2::timestamptz - make_interval(days => d.days)
        and coalesce(j.completed_at, j.cancelled_at) > $2::timestamptz - make_interval(days => d.days + 7)
      group by j.id)
    insert into job_events (job_id, kind, data)
    select due.id, '${reminded}', jsonb_build_object('days', due.days, 'cents', due.cents)
      || case when due.fee then '{"fee":true}'::jsonb else '{}'::jsonb end
    from due
    where due.cents > 0 and not exists (select from job_events e where e.job_id = due.id
      and e.kind = '${reminded}' and (e.data->>'days')::int >= due.days)
    returning job_id as id, data`,
}

type Claimed = { id: string; data: EventData['payment_reminded'] }

/** Reminds customers of what is still to be paid for visits that are done, on each day of the settings once. */
export async function remindOfBills(): Promise<void> {
  const days = currentSettings().paymentReminderDays
  // Where customers pay directly, nobody here knows who has.
  if (days.length === 0 || !takesCards()) return
  await transaction(async () => {
    await queryRow(lock)
    const claimed = await queryRows<Claimed>(claim, [days, now()])
    const data = new Map(claimed.map((one) => [one.id, one.data]))
    const jobs = await readTheseJobs([...data.keys()])
    await notifyRecorded(
      jobs.flatMap((job) => {
        const said = data.get(job.id)
        return said ? [{ event: reminded, job, by: null, data: said }] : []
      }),
    )
  })
}
