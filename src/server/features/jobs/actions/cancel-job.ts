import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { setFee } from '#server/features/payments/actions/set-fee.ts'
import { Invalid } from '#server/http/errors.ts'
import { cancellationOf, enoughNotice } from '#shared/rules/cancellation.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from './change-job.ts'
import { assertCancellationFee, assertFeeSeen, feeOfPolicy, moneyForFee } from '../fees.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { assertEnoughNotice } from '../notice-period.ts'
import { loadJob } from '#server/reads/visits.ts'

export type Cancellation = {
  reason?: string | undefined
  /** The fee charged by the office, in cents; none by default. */
  feeCents?: number | undefined
  /** The fee shown to the customer, in cents. */
  seenFeeCents?: number | undefined
}

/**
 * Cancels a visit. Customers may before the start, at the policy's fee; admins with a reason until completion, at up to the fee
 * that was agreed when booking, early or late. Returns the visit's previous state. Throws NotFound, Invalid without a reason
 * or for a fee above that or the visit's cost, Conflict when it is too late or the fee differs from the one the customer was shown.
 */
export async function cancelJob(
  person: Person,
  id: string,
  { reason = '', feeCents: wantedCents, seenFeeCents }: Cancellation,
): Promise<JobRow> {
  const byOffice = person.role === 'admin'
  if (byOffice && !reason) throw new Invalid(phrase('Please give a reason for the cancellation.'))
  if (!byOffice && wantedCents !== undefined)
    throw new Invalid(phrase('Only the office can decide on a fee.'))
  return transaction(async () => {
    const job = await loadJob(person, id, mayManageBooking)
    if (!byOffice && !job.needsConfirmation) assertEnoughNotice('cancel', job)
    await transitionJob(person, job, cancellationOf(job.status, person.role), {
      cancelledAt: now(),
      cancelReason: reason || null,
    })
    const feeCents = byOffice ? (wantedCents ?? 0) : feeOfPolicy(job)
    if (byOffice) assertCancellationFee(job, feeCents)
    else assertFeeSeen(feeCents, seenFeeCents)
    if (feeCents > 0) await setFee(id, feeCents)
    const data = {
      date: job.serviceDate,
      slot: job.slot,
      reason,
      byOffice,
      ...(await moneyForFee(job)),
      ...(feeCents > 0 && { feeCents }),
    }
    await happened({ event: 'job_cancelled', job, by: person.id, data })
    return job
  })
}

/** Whether a visit can be cancelled for its customer now, in time and without a fee. */
export const isFreeToCancel = (job: JobRow): boolean =>
  isNotStarted(job.status) &&
  enoughNotice(job.startsAt, now(), currentSettings().cancelNoticeHours) &&
  feeOfPolicy(job) === 0
