import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { instantAt } from '#server/base/wall-clock.ts'
import { happened } from '#server/events/happened.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

/** Business-local time of the reminders for the next day. */
export const remindedAt = '17:00'

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
