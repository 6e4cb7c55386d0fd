import { businessToday, slotEnd, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { countEventsOfJobs, readCalendarJobs } from '#server/features/jobs/queries.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { calendarEvents, calendarStatus, feedDays } from '#shared/rules/calendar-feeds.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { calendarText } from '#server/reads/calendar-text.ts'
import { staffEvent } from '#server/reads/visit-calendar.ts'

const refreshSeconds = 900
const dayMs = 86_400_000

/** A technician's visits, or all for an admin, as iCalendar text; identical until a visit changes. */
export async function feedText(person: Person): Promise<string> {
  const today = businessToday()
  const jobs = await readCalendarJobs(person, {
    from: addDays(today, -feedDays.back),
    to: addDays(today, feedDays.ahead),
    cancelledSince: new Date(now().getTime() - feedDays.cancelled * dayMs),
  })
  const ids = jobs.map(({ id }) => id)
  const counted = await countEventsOfJobs(ids, calendarEvents)
  // Loaded on first use.
  const { default: ical, ICalEventStatus } = await import('ical-generator')
  const { brandName } = currentSettings()
  const calendar = ical({
    prodId: { company: brandName, product: 'Visits' },
    name: t('{brand} visits', { brand: brandName }),
    ttl: refreshSeconds,
  })
  for (const job of jobs) {
    const slot = job.slot
    const { count = 0, lastAt = job.createdAt } = counted.get(job.id) ?? {}
    calendar.createEvent({
      id: job.id,
      sequence: count,
      stamp: lastAt,
      created: job.createdAt,
      lastModified: lastAt,
      start: slotStart(job.serviceDate, slot),
      end: slotEnd(job.serviceDate, slot),
      status: ICalEventStatus[calendarStatus(job)],
      ...staffEvent(person, job),
    })
  }
  return calendarText(calendar)
}
