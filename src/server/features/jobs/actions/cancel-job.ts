import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { Invalid } from '#server/http/errors.ts'
import { cancellationOf } from '#shared/rules/cancellation.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from '../change-job.ts'
import type { JobRow } from '../job-row.ts'
import { assertEnoughNotice } from '../notice-period.ts'
import { loadJob } from '../queries.ts'

/**
 * Cancels a visit: a customer before the start, an admin with a reason until it is completed; answers it as it was.
 * Throws NotFound, Invalid without a reason, Conflict when it is too late.
 */
export async function cancelJob(person: Person, id: string, reason: string): Promise<JobRow> {
  const byOffice = person.role === 'admin'
  if (byOffice && !reason) throw new Invalid(phrase('Please give a reason for the cancellation.'))
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (!byOffice && !job.needsConfirmation) assertEnoughNotice('cancel', job)
    await transitionJob(person, job, cancellationOf(job.status, person.role), {
      cancelledAt: now(),
      cancelReason: reason || null,
    })
    const data = {
      date: job.serviceDate,
      slot: job.slot,
      reason,
      byOffice,
      heldCents: job.heldCents,
      paidCents: job.capturedCents - job.refundedCents,
    }
    await happened({ event: 'job_cancelled', job, by: person.id, data })
    return job
  })
}
