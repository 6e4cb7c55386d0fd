import { slotEnd, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { countJobEvents } from './visits.ts'
import { loadJob } from '#server/reads/visits.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { isActiveJob, jobNumber } from '#shared/rules/jobs.ts'
import { calendarEvents, calendarStatus } from '#shared/rules/calendar-feeds.ts'
import { cityAndZip } from '#shared/rules/addresses-shown.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type SlotNumber, shownSlot } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { askUs } from '#shared/rules/reach.ts'
import { t, wording } from '#shared/texts/t.ts'
import { calendarText } from './calendar-text.ts'

const alarmSeconds = 3600

/**
 * A visit as an iCalendar file: always the same event (UID), its SEQUENCE raised by each move and by cancellation, so that
 * importing it again updates the first one. Throws NotFound.
 */
export async function visitCalendar(
  person: Person,
  id: string,
): Promise<{ name: string; text: string }> {
  const job = await loadJob(person, id)
  const known = mayKnowCustomer(person, job, now())
  const { brandName } = currentSettings()
  // Loaded on first use.
  const { default: ical, ICalAlarmType, ICalEventStatus } = await import('ical-generator')
  const slot = job.slot as SlotNumber
  const car = vehicleName(job.vehicle)
  const calendar = ical({ prodId: { company: brandName, product: 'Visits' } })
  const event = calendar.createEvent({
    id,
    sequence: await countJobEvents(id, calendarEvents),
    stamp: now(),
    start: slotStart(job.serviceDate, slot),
    end: slotEnd(job.serviceDate, slot),
    summary: t('{brand}: oil change for your {car}', { brand: brandName, car }),
    location: known ? job.serviceAddress : cityAndZip(job.serviceAddress),
    description: [
      formatVisit(job.serviceDate, shownSlot(job.slot), { long: true }),
      [job.packageName, car, ...(known ? [job.vehicle.licensePlate] : [])].join(', '),
      t('Your number: {number}. For questions, {askUs}', {
        number: jobNumber(job.number),
        askUs: wording(askUs('phone', currentSettings())),
      }),
    ].join('\n'),
    status: ICalEventStatus[calendarStatus(job)],
  })
  if (isActiveJob(job.status))
    event.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds })
  return { name: `visit-${jobNumber(job.number)}.ics`, text: calendarText(calendar) }
}

/** The calendar file for mails about a visit, whose reader may see all of it. */
export const calendarFileOf = (id: string) =>
  visitCalendar({ id: '', role: 'admin', active: true }, id)
