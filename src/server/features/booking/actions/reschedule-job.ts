import { now } from '#server/clock.ts'
import { transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { tellTechnician } from '#server/features/jobs/actions/assign-job.ts'
import { moveVisit } from '#server/features/jobs/actions/move-visit.ts'
import { recordJobEvent, refusal } from '#server/features/jobs/change-job.ts'
import type { JobRow } from '#server/features/jobs/job-row.ts'
import { jobMail, visitTime } from '#server/features/jobs/job-words.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { Conflict } from '#server/http/errors.ts'
import { jobNumber, mayReschedule } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'
import { currentSettings } from '../../settings/queries.ts'
import { assertNotice } from '../notice.ts'
import { slotsChanged } from '../slot-changes.ts'
import { checkVisitTime, isOpen, slotLost, vehicleBusy, type VisitTime } from '../visit-time.ts'

const mostTries = 100

/**
 * Moves a visit that has not started to another slot; price and payment stay. Its technician comes along if free
 * then. Throws NotFound, Invalid for a date that cannot be booked, Conflict when it is too late or the slot is gone.
 */
export async function rescheduleJob(
  person: Person,
  id: string,
  wanted: { scheduledDate: string; scheduledTime: SlotLabel },
): Promise<void> {
  const before = await loadJob(person, id, mayManageBooking)
  if (!mayReschedule(before.status)) throw refusal(before.status, 'cancel')
  const time = checkVisitTime(wanted.scheduledDate, wanted.scheduledTime)
  if (before.serviceDate === time.date && before.slot === time.slot.number) return
  if (person.role === 'customer') assertNotice('reschedule', before)
  if (time.startsAt <= now()) throw await slotLost(time)
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      return await transaction(() => move(person, id, time))
    } catch (error) {
      // Another process took the place that was the smallest free one: look again.
      if (isUniqueViolation(error, 'jobs_vehicle_slot')) throw await vehicleBusy(time)
      if (!isUniqueViolation(error)) throw error
    }
  }
  throw await slotLost(time)
}

async function move(person: Person, id: string, time: VisitTime): Promise<void> {
  const { slotCapacity: capacity, autoAssign } = currentSettings()
  const job = await loadJob(person, id, mayManageBooking)
  const to = { serviceDate: time.date, slot: time.slot.number, startsAt: time.startsAt }
  const moved = await moveVisit(id, { ...to, capacity, autoAssign })
  if (!moved) throw (await isOpen(time)) ? new Conflict() : await slotLost(time)
  await recordJobEvent(id, person.id, 'rescheduled', {
    from: { date: job.serviceDate, slot: job.slot },
    to: { date: time.date, slot: time.slot.number },
    technicianId: moved.technicianId,
  })
  await wakePayment(id)
  slotsChanged(job.serviceDate)
  slotsChanged(time.date)
  await tellParties(job, { ...job, ...to }, moved.technicianId)
}

async function tellParties(before: JobRow, after: JobRow, technicianId: string | null) {
  if (technicianId) await tellTechnician(after, technicianId, t('Visit moved'))
  if (before.technicianId && before.technicianId !== technicianId)
    await tellTechnician(before, before.technicianId, t('Visit taken off your list'))
  const message = t('Your visit {number} is now on {time} instead of {before}.', {
    number: jobNumber(after.number),
    time: visitTime(after),
    before: visitTime(before),
  })
  await notifyPerson({
    userId: after.customerId,
    type: 'job_rescheduled',
    title: t('Visit moved'),
    message,
    jobId: after.id,
  })
  if (after.customerEmail)
    await queueMail(jobMail(after, after.customerEmail, t('visit moved'), [message]))
}
