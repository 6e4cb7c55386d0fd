import { businessToday, slotEnd, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { countEventsOfJobs, readCalendarJobs } from '#server/features/jobs/queries.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { calendarEvents, calendarStatus, feedDays } from '#shared/rules/calendar-feeds.ts'
import { cityAndZip } from '#shared/rules/addresses-shown.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { SlotNumber } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { calendarText } from '#server/reads/calendar-text.ts'

const refreshSeconds = 900
const dayMs = 86_400_000
type FeedJob = Awaited<ReturnType<typeof readCalendarJobs>>[number]

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
    const slot = job.slot as SlotNumber
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
      ...whatIsKnown(person, job),
    })
  }
  return calendarText(calendar)
}

function whatIsKnown(person: Person, job: FeedJob) {
  const known = mayKnowCustomer(person, job, now())
  const office = person.role === 'admin'
  const car = vehicleName(job.vehicle)
  const url = siteAddress() + (office ? paths.officeVisit(job.id) : paths.job(job.id))
  const technician = job.technicianName || (job.technicianId ? t('Technician') : t('Unassigned'))
  return {
    summary: office ? `${car} · ${technician}` : car,
    location: known ? job.serviceAddress : cityAndZip(job.serviceAddress),
    url,
    description: [
      jobNumber(job.number),
      [car, ...(known ? [job.vehicle.licensePlate] : [])].filter(Boolean).join(', '),
      [job.packageName, ...job.addons.map(({ name }) => name)].join(', '),
      ...(known ? [job.customerName] : []),
      ...(job.needsConfirmation ? [t('Waits for the office to confirm it.')] : []),
      url,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}
