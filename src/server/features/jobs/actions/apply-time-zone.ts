import { queryRows } from '#server/database/database.ts'

/** Keeps upcoming visits at their time of day when the business changes its time zone, in the current transaction. */
export async function applyTimeZone(timeZone: string): Promise<void> {
  await queryRows(shifted, [timeZone])
}

/** As in the entries of these events. */
const about = (start: 'old' | 'new') =>
  `ahead.id || ' ' || to_char(ahead.${start} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const shifted = {
  name: 'shift-to-time-zone',
  // Reminders named the time of day, which stays.
  text: `with ahead as (
      select id, starts_at as old, (service_date + make_time(slot / 1000000, slot / 10000 % 100, 0)) at time zone $1 as new
      from jobs where status in ('scheduled', 'assigned')
    ), reminded as (
      insert into one_time_events (event, about) select o.event, ${about('new')}
      from ahead join one_time_events o
        on o.event in ('job_reminded', 'visit_soon') and o.about = ${about('old')}
      on conflict do nothing
    )
    update jobs set starts_at = ahead.new from ahead where jobs.id = ahead.id`,
}
