import { slotEnd, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { countJobEvents, loadJob } from './visits.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { isActiveJob, jobNumber } from '#shared/rules/jobs.ts'
import { calendarEvents, calendarStatus } from '#shared/rules/calendar-feeds.ts'
import { cityAndZip } from '#shared/rules/addresses-shown.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { shownSlot } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { askUs } from '#shared/rules/reach.ts'
import { t, wording } from '#shared/texts/t.ts'
import { calendarText } from './calendar-text.ts'
import { contactOf, type JobRow, servicesOf } from './job-row.ts'

const alarmSeconds = 3600

/**
 * A visit as an iCalendar file: always the same event (UID), its SEQUENCE raised by each move and by cancellation, so that
 * importing it again updates the first one. Throws NotFound.
 */
export async function visitCalendar(person: Person, id: string): Promise<CalendarFile> {
  const job = await loadJob(person, id)
  return calendarFile(
    job,
    person.role === 'customer' ? customerEvent(job) : staffEvent(person, job),
  )
}

/** The calendar file for mails to a visit's customer. */
export async function calendarFileOf(id: string): Promise<CalendarFile> {
  const job = await loadJob({ id: '', role: 'admin', active: true }, id)
  return calendarFile(job, customerEvent(job))
}

type CalendarFile = { name: string; text: string }
type Described = { summary: string; location: string; description: string }

async function calendarFile(job: JobRow, described: Described): Promise<CalendarFile> {
  // Loaded on first use.
  const { default: ical, ICalAlarmType, ICalEventStatus } = await import('ical-generator')
  const slot = job.slot
  const calendar = ical({ prodId: { company: currentSettings().brandName, product: 'Visits' } })
  const event = calendar.createEvent({
    id: job.id,
    sequence: await countJobEvents(job.id, calendarEvents),
    stamp: now(),
    start: slotStart(job.serviceDate, slot),
    end: slotEnd(job.serviceDate, slot),
    status: ICalEventStatus[calendarStatus(job)],
    ...described,
  })
  if (isActiveJob(job.status))
    event.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds })
  return { name: `visit-${jobNumber(job.number)}.ics`, text: calendarText(calendar) }
}

function customerEvent(job: JobRow): Described {
  const car = vehicleName(job.vehicle)
  return {
    summary: t('{brand}: oil change for your {car}', { brand: currentSettings().brandName, car }),
    location: job.serviceAddress,
    description: [
      formatVisit(job.serviceDate, shownSlot(job.slot), { long: true }),
      [inOwnWords(job.packageName), car, job.vehicle.licensePlate].join(', '),
      t('Your number: {number}. For questions, {askUs}', {
        number: jobNumber(job.number),
        askUs: wording(askUs('phone', currentSettings())),
      }),
    ].join('\n'),
  }
}

/** A visit in the calendar of a technician or the office, with what they may know of its customer. */
export function staffEvent(person: Person, job: JobRow) {
  const known = mayKnowCustomer(person, job, now())
  const office = person.role === 'admin'
  const car = vehicleName(job.vehicle)
  const url = siteAddress() + (office ? officePaths.officeVisit(job.id) : paths.job(job.id))
  const technician = job.technicianName || (job.technicianId ? t('Technician') : t('Unassigned'))
  return {
    summary: office ? `${car} · ${technician}` : car,
    location: known ? job.serviceAddress : cityAndZip(job.serviceAddress),
    url,
    description: [
      jobNumber(job.number),
      [car, ...(known ? [job.vehicle.licensePlate] : [])].filter(Boolean).join(', '),
      servicesOf(job).join(', '),
      ...(known ? [contactOf(job).name] : []),
      ...(job.needsConfirmation ? [t('Waits for the office to confirm it.')] : []),
      url,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}
