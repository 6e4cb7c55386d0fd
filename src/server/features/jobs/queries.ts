import { eq, sql } from 'drizzle-orm'
import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'
import { overlapInSql, type Slot } from '#shared/rules/slots.ts'
import { weekStartColumn } from '#shared/rules/weekly-hours.ts'
import { type JobRow, toJob } from '#server/reads/job-row.ts'
import { readJobs } from '#server/reads/visits.ts'

/** Requests awaiting the office's confirmation, earliest first. */
export async function openRequests(person: Person): Promise<Job[]> {
  const rows = await readJobs({
    name: 'open-requests',
    pick: `select * from jobs where status = 'scheduled' and needs_confirmation
      order by service_date, slot limit 100`,
    values: [],
  })
  return rows.map((row) => toJob(person, row))
}

/** Visits on business-local dates, both included, without cancelled ones: all for an admin, otherwise one's own. */
export async function jobsBetween(person: Person, from: LocalDate, to: LocalDate): Promise<Job[]> {
  const dates = `service_date between $1::date and $2::date and slot > 0 and status <> 'cancelled'`
  const rows = await readJobs(
    person.role === 'admin'
      ? {
          name: 'jobs-between',
          pick: `select * from jobs where ${dates} order by service_date, slot limit 1000`,
          values: [from, to],
        }
      : {
          name: 'jobs-between-of-technician',
          pick: `select * from jobs where ${dates} and technician_id = $3`,
          values: [from, to, person.id],
        },
  )
  return rows.map((row) => toJob(person, row))
}

const inWeekStarts = `service_date >= $1::date and ${weekStartColumn} = any($2::int[])
  and status <> 'cancelled' and status <> 'completed'`

/** The first active visits from a date on in these weekly times (`offeredWeekStarts`), for the office. */
export async function jobsInWeekStarts(
  person: Person,
  { from, starts }: { from: LocalDate; starts: readonly number[] },
  limit: number,
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'jobs-in-week-starts',
    pick: `select * from jobs where ${inWeekStarts} order by service_date, slot, number limit $3`,
    values: [from, starts, limit],
  })
  return rows.map((row) => toJob(person, row))
}

/** The number of visits that `jobsInWeekStarts` finds. */
export async function countJobsInWeekStarts(
  from: LocalDate,
  starts: readonly number[],
): Promise<number> {
  const text = `select count(*)::int as count from jobs where ${inWeekStarts}`
  const statement = { name: 'count-in-week-starts', text }
  return (await queryRow<{ count: number }>(statement, [from, starts]))?.count ?? 0
}

/** The first active visits in these slots of business-local dates, for the office. */
export async function jobsInTimes(
  person: Person,
  { from, to, slots }: DayRange,
  limit: number,
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'jobs-in-times',
    pick: `select * from jobs
      where service_date between $1::date and $2::date
        and exists (select from unnest($3::int[]) closed where ${overlapInSql('slot', 'closed')})
        and (service_date <> $5::date or slot <> all($6::int[]))
        and status <> 'cancelled' and status <> 'completed'
      order by service_date, slot, number limit $4`,
    values: [from, to, slots, limit, businessToday(), startedSlots()],
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
  const own = person.role === 'admin' ? '' : 'and technician_id = $4'
  const pick = (which: string) =>
    `select * from jobs where service_date between $1::date and $2::date and ${which} ${own}`
  return readJobs({
    name: `jobs-of-calendar${own && '-of-technician'}`,
    pick: `${pick("slot > 0 and status <> 'cancelled'")} union all
      ${pick("status = 'cancelled' and cancelled_at > $3::timestamptz")}
      order by service_date, slot, number limit 2000`,
    values: [from, to, cancelledSince, ...(own ? [person.id] : [])],
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
