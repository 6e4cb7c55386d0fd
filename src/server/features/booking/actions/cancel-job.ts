import { now } from '#server/clock.ts'
import { transaction } from '#server/database/database.ts'
import { tellTechnician } from '#server/features/jobs/actions/assign-job.ts'
import { moveJob, recordJobEvent } from '#server/features/jobs/change-job.ts'
import { jobMail, visitTime } from '#server/features/jobs/job-words.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { Invalid } from '#server/http/errors.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { assertNotice } from '../notice.ts'
import { slotsChanged } from '../slot-changes.ts'

/**
 * Cancels a visit and frees its place: a customer before the start, an admin with a reason until it is completed.
 * Throws NotFound, Invalid without a reason, Conflict when it is too late.
 */
export async function cancelJob(person: Person, id: string, reason = ''): Promise<void> {
  const byOffice = person.role === 'admin'
  if (byOffice && !reason) throw new Invalid(t('Please give a reason for the cancellation.'))
  await transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    const move = byOffice && job.status === 'in_progress' ? 'cancelStarted' : 'cancel'
    if (!byOffice) assertNotice('cancel', job)
    await moveJob(person, job, move, {
      cancelledAt: now(),
      cancelReason: reason || null,
      communicationActive: false,
    })
    await recordJobEvent(id, person.id, 'cancelled', { reason })
    await wakePayment(id)
    slotsChanged(job.serviceDate)
    const title = t('Visit cancelled')
    if (job.technicianId) await tellTechnician(job, job.technicianId, title)
    const paragraphs = [
      t('Your visit {number} on {time} is cancelled.', {
        number: jobNumber(job.number),
        time: visitTime(job),
      }),
      ...(byOffice ? [t('The reason: {reason}', { reason })] : []),
    ]
    await notifyPerson({
      userId: job.customerId,
      type: 'job_cancelled',
      title,
      message: paragraphs.join(' '),
      jobId: id,
    })
    if (!job.customerEmail) return
    const money = t('A card hold for it is released; nothing is charged.')
    await queueMail(jobMail(job, job.customerEmail, t('visit cancelled'), [...paragraphs, money]))
  })
}
