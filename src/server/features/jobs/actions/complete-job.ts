import { now } from '#server/clock.ts'
import { transaction } from '#server/database/database.ts'
import { endTalk } from '#server/features/chat/actions/end-talk.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { queueText } from '#server/features/notifications/actions/queue-text.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { moveJob, recordJobEvent } from '../change-job.ts'
import { completionMail, priceOf } from '../job-words.ts'
import { loadJob } from '../queries.ts'

/**
 * The work is done: notes kept, talk closed, payment left to the background. Throws NotFound, or Conflict
 * unless the job is in progress.
 */
export async function completeJob(person: Person, id: string, notes?: string): Promise<void> {
  await transaction(async () => {
    const before = await loadJob(person, id, mayWorkOnJob)
    await moveJob(person, before, 'complete', {
      completedAt: now(),
      ...(notes && { technicianNotes: notes }),
    })
    // Read anew: an extra may have been charged while this waited for the visit.
    const job = await loadJob(person, id, mayWorkOnJob)
    await endTalk(job, person.id, 'completed')
    await recordJobEvent(id, person.id, 'completed')
    await wakePayment(id)
    await notifyPerson({
      userId: job.customerId,
      type: 'service_completed',
      title: t('Service Completed'),
      message: t('Your {car} is ready. How was the visit?', { car: vehicleName(job.vehicle) }),
      jobId: id,
    })
    if (job.customerEmail)
      await queueMail({
        ...completionMail(job, job.customerEmail),
        preference: 'serviceUpdates',
      })
    await queueText({
      userId: job.customerId,
      job,
      message: t('The service of your {car} is done. The final amount is {amount}.', {
        car: vehicleName(job.vehicle),
        amount: priceOf(job),
      }),
      preference: 'serviceUpdates',
      jobStatus: ['completed'],
    })
  })
}
