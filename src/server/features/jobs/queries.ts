import { eq, sql } from 'drizzle-orm'
import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'
import { overlapInSql, type Slot } from '#shared/rules/slots.ts'
import { type JobRow, toJob } from '#server/reads/job-row.ts'
import {
  inWeekStartDays,
  type SlotDays,
  slotDays,
  slotDaysInSql,
  type WeekStartDays,
} from '#server/reads/slot-days.ts'
import { readJobs } from '#server/reads/visits.ts'

/** Requests awaiting the office's confirmation, earliest first. */
export async function openRequests(person: Person): Promise<Job[]> {
  const rows = await readJobs({
    name: 'open-requests',
    pick: () => `select * from jobs where status = 'scheduled' and needs_confirmation
      order by service_date, slot limit 100`,
    values: {},
  })
  return rows.map((row) => toJob(person, row))
}

/** Visits on business-local dates, both included, without cancelled ones: all for an admin, otherwise one's own. */
export async function jobsBetween(person: Person, from: LocalDate, to: LocalDate): Promise<Job[]> {
  const all = person.role === 'admin'
  const rows = await readJobs({
    name: all ? 'jobs-between' : 'jobs-between-of-technician',
    pick: ($) => `select * from jobs
      where service_date between ${$.from}::date and ${$.to}::date and slot > 0 and status <> 'cancelled'
      ${all ? 'order by service_date, slot limit 1000' : `and technician_id = ${$.id}`}`,
    values: { from, to, id: person.id },
  })
  return rows.map((row) => toJob(person, row))
}

type WeekStarts = WeekStartDays & { from: LocalDate }
const inWeekStarts = ($: Record<keyof WeekStarts, string>) =>
  `service_date >= ${$.from}::date and ${inWeekStartDays($)}
  and status <> 'cancelled' and status <> 'completed'`

/** The first active visits from a date on in these weekly times, for the office. */
export async function jobsInWeekStarts(
  person: Person,
  starts: WeekStarts,
  limit: number,
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'jobs-in-week-starts',
    pick: ($) =>
      `select * from jobs where ${inWeekStarts($)} order by service_date, slot, number limit ${$.limit}`,
    values: { ...starts, limit },
  })
  return rows.map((row) => toJob(person, row))
}

/** The number of visits that `jobsInWeekStarts` finds. */
export const countJobsInWeekStarts = async (starts: WeekStarts): Promise<number> =>
  (await queryRow(counting, starts))?.count ?? 0

const counting = statement<{ count: number }, WeekStarts>(
  'count-in-week-starts',
  ($) => `select count(*)::int as count from jobs where ${inWeekStarts($)}`,
)

/** Times of a day with the business-local dates they are for, weekly times lost, and the first date that counts. */
type TimesOfDays = SlotDays & WeekStartDays & { start: LocalDate }

const outsideTimes = ($: Record<keyof TimesOfDays, string>) =>
  `service_date >= ${$.start}::date and slot > 0 and status <> 'cancelled' and status <> 'completed'
    and (${inWeekStartDays($)} or not exists (select from ${slotDaysInSql($)} own
      where own.slot = jobs.slot and jobs.service_date between own.first and own.last))`

/** The first active visits whose time is not one of their day's or lost, for the office. */
export async function jobsOutsideTimes(
  person: Person,
  times: TimesOfDays,
  limit: number,
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'jobs-outside-times',
    pick: ($) =>
      `select * from jobs where ${outsideTimes($)} order by service_date, slot, number limit ${$.limit}`,
    values: { ...times, limit },
  })
  return rows.map((row) => toJob(person, row))
}

/** The number of visits that `jobsOutsideTimes` finds. */
export const countJobsOutsideTimes = async (times: TimesOfDays): Promise<number> =>
  (await queryRow(countingOutside, times))?.count ?? 0

const countingOutside = statement<{ count: number }, TimesOfDays>(
  'count-outside-times',
  ($) => `select count(*)::int as count from jobs where ${outsideTimes($)}`,
)

/** The first active visits in these slots of business-local dates, for the office. */
export async function jobsInTimes(
  person: Person,
  { from, to, slots }: DayRange,
  limit: number,
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'jobs-in-times',
    pick: ($) => `select * from jobs
      where service_date between ${$.from}::date and ${$.to}::date
        and exists (select from ${slotDaysInSql($)} closed where ${overlapInSql('jobs.slot', 'closed.slot')}
          and jobs.service_date between closed.first and closed.last)
        and (service_date <> ${$.today}::date or slot <> all(${$.started}::int[]))
        and status <> 'cancelled' and status <> 'completed'
      order by service_date, slot, number limit ${$.limit}`,
    values: {
      from,
      to,
      limit,
      today: businessToday(),
      started: startedSlots(),
      ...slotDays({ from, only: slots }),
    },
  })
  return rows.map((row) => toJob(person, row))
}

/**
 * The first 2000 visits on business-local dates for a calendar, including those cancelled since a UTC instant: all for an
 * admin, otherwise one's own.
 */
export function readCalendarJobs(
  person: Person,
  { from, to, cancelledSince }: { from: LocalDate; to: LocalDate; cancelledSince: Date },
): Promise<JobRow[]> {
  const all = person.role === 'admin'
  return readJobs({
    name: all ? 'jobs-of-calendar' : 'jobs-of-calendar-of-technician',
    pick: ($) => {
      const those = `select * from jobs where service_date between ${$.from}::date and ${$.to}::date
        ${all ? '' : `and technician_id = ${$.id}`}`
      return `${those} and slot > 0 and status <> 'cancelled' union all
        ${those} and status = 'cancelled' and cancelled_at > ${$.cancelledSince}::timestamptz
        order by service_date, slot, number limit 2000`
    },
    values: { from, to, cancelledSince, id: person.id },
  })
}

/** How many events of these kinds each job had, and when the last one was. */
export async function countEventsOfJobs(
  ids: readonly string[],
  kinds: readonly EventName[],
): Promise<Map<string, { count: number; lastAt: Date }>> {
  const rows = await queryRows<{ id: string; count: number; lastAt: Date }>(
    {
      name: 'count-events-of-jobs',
      text: `select job_id as id, (count(*) filter (where kind = any($2::text[])))::int as count,
          max(created_at) as last_at
        from job_events where job_id = any($1::uuid[]) group by job_id`,
    },
    [ids, kinds],
  )
  return new Map(rows.map(({ id, ...counted }) => [id, counted]))
}

/** The dates of a day filter; the week is today and the next six days. */
export function datesOf(range: 'today' | 'tomorrow' | 'week'): { from: LocalDate; to: LocalDate } {
  const today = businessToday()
  if (range === 'week') return { from: today, to: addDays(today, 6) }
  const date = range === 'tomorrow' ? addDays(today, 1) : today
  return { from: date, to: date }
}

export async function countJobsOfCustomer(person: Person): Promise<number> {
  if (person.link) return 1
  return db().$count(jobs, eq(jobs.customerId, person.id))
}

/** Whether a vehicle has a visit that overlaps that slot of a business-local date. */
export async function vehicleIsBusy(
  vehicleId: string,
  { date, slot }: { date: LocalDate; slot: Slot },
): Promise<boolean> {
  const text = `select id from jobs where vehicle_id = $1::uuid and service_date = $2::date
    and ${overlapInSql('slot', '$3::int')} and status <> 'cancelled' limit 1`
  return (await queryRow({ name: 'vehicle-is-busy', text }, [vehicleId, date, slot])) !== undefined
}

/** Whether someone has removed this extra. */
export async function wasRemoved(jobId: string, extraId: string): Promise<boolean> {
  const removals = await db().$count(
    jobEvents,
    sql`${jobEvents.jobId} = ${jobId} and ${jobEvents.kind} = 'extra_removed'
      and ${jobEvents.data} ->> 'extraId' = ${extraId}`,
  )
  return removals > 0
}
