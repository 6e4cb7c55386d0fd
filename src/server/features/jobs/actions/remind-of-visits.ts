import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { instantAt } from '#server/base/wall-clock.ts'
import { happened } from '#server/events/happened.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { now } from '#server/base/clock.ts'

/** Business-local time of the reminders for the next day. */
const remindedAt = '17:00'

const tomorrows = {
  name: 'visits-to-remind-of',
  text: `select id from jobs
    where service_date = $1::date and status in ('scheduled', 'assigned')
      and not needs_confirmation and created_at < $2::timestamptz`,
}

/** Reminds the customers of tomorrow's visits by mail and text message, except those who booked after the reminder time. */
export async function remindCustomers(): Promise<void> {
  const today = businessToday()
  const bookedBefore = instantAt(today, remindedAt, currentSettings().timeZone)
  const found = await queryRows<{ id: string }>(tomorrows, [addDays(today, 1), bookedBefore])
  const jobs = await readTheseJobs(found.map(({ id }) => id))
  await happened(
    ...jobs.map((job) => ({
      event: 'job_reminded' as const,
      job,
      by: null,
      data: { startsAt: job.startsAt.toISOString() },
    })),
  )
}

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

// If the technician is still working elsewhere, the customer learns that we run late. Otherwise the reason is unknown, so
// the office is notified. Technicians on the way are watched by their position instead.
const overdue = {
  name: 'visits-overdue',
  text: `select j.id, case when exists (select from jobs o
      where o.technician_id = j.technician_id and o.status = 'in_progress' and o.id <> j.id)
      then 'running_late' else 'visit_overdue' end as event
    from jobs j
    where j.starts_at <= $1::timestamptz - interval '15 minutes'
      and j.starts_at > $1::timestamptz - interval '2 hours'
      and j.status in ('scheduled', 'assigned') and not j.needs_confirmation
      and not j.communication_active`,
}

type Overdue = { id: string; event: 'running_late' | 'visit_overdue' }

/** Reports visits that should have begun 15 minutes ago. */
export async function watchArrivals(): Promise<void> {
  const found = await queryRows<Overdue>(overdue, [now()])
  const events = new Map(found.map(({ id, event }) => [id, event]))
  const jobs = await readTheseJobs([...events.keys()])
  await happened(
    ...jobs.map((job) => ({
      event: events.get(job.id) ?? 'visit_overdue',
      job,
      by: null,
      data: { startsAt: job.startsAt.toISOString() },
    })),
  )
}
