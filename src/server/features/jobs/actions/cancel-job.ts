import { now } from '#server/clock.ts'
import { transaction } from '#server/database/database.ts'
import { endTalk } from '#server/features/chat/actions/end-talk.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { Invalid } from '#server/http/errors.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { moveJob, recordJobEvent } from '../change-job.ts'
import type { JobRow } from '../job-row.ts'
import { jobMail, visitTime } from '../job-words.ts'
import { assertNotice } from '../notice.ts'
import { loadJob } from '../queries.ts'
import { tellTechnician } from '../technician-news.ts'

/**
 * Cancels a visit: a customer before the start, an admin with a reason until it is completed; answers it as it was.
 * Throws NotFound, Invalid without a reason, Conflict when it is too late.
 */
export async function cancelJob(person: Person, id: string, reason: string): Promise<JobRow> {
  const byOffice = person.role === 'admin'
  if (byOffice && !reason) throw new Invalid(phrase('Please give a reason for the cancellation.'))
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (!byOffice) assertNotice('cancel', job)
    await moveJob(
      person,
      job,
      byOffice && job.status === 'in_progress' ? 'cancelStarted' : 'cancel',
      {
        cancelledAt: now(),
        cancelReason: reason || null,
      },
    )
    await endTalk(job, person.id, 'cancelled')
    await recordJobEvent(id, person.id, 'cancelled', { reason })
    await wakePayment(id)
    await tellParties(job, byOffice ? reason : '')
    return job
  })
}

async function tellParties(job: JobRow, reason: string): Promise<void> {
  const title = t('Visit cancelled')
  if (job.technicianId) await tellTechnician(job, job.technicianId, title)
  const paragraphs = [
    t('Your visit {number} on {time} is cancelled.', {
      number: jobNumber(job.number),
      time: visitTime(job),
    }),
    ...(reason ? [t('The reason: {reason}', { reason })] : []),
  ]
  await notifyPerson({
    userId: job.customerId,
    type: 'job_cancelled',
    title,
    message: paragraphs.join(' '),
    jobId: job.id,
  })
  if (!job.customerEmail) return
  const money = t('An amount held on your card is released; what you paid already is refunded.')
  await queueMail(jobMail(job, job.customerEmail, t('visit cancelled'), [...paragraphs, money]))
}
