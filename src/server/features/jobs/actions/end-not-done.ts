import { businessDate, businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import {
  feeDecisionHours,
  notDoneFee,
  notDoneLabels,
  type NotDoneReason,
} from '#shared/rules/fees.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { uncancelledCents } from '#shared/rules/visit-cost.ts'
import { phrase } from '#shared/texts/t.ts'
import { transitionJob } from '../change-job.ts'
import { feesOf, type JobRow } from '../job-row.ts'
import { loadJob } from '../queries.ts'
import { timeOfStep } from '../time-of-work.ts'

/**
 * Ends a visit whose service could not be done; answers it as it was. Where the policy has a fee for that, what is held
 * waits for the office. Throws NotFound, Conflict before its day unless it has started, and once it is over.
 */
export async function endNotDone(
  person: Person,
  id: string,
  { reason, note = '' }: { reason: NotDoneReason; note?: string | undefined },
): Promise<JobRow> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (isNotStarted(job.status) && businessDate(job.startsAt) > businessToday())
      throw new Conflict(
        phrase('This visit is on a later day. Until then the office can cancel it.'),
      )
    const { at } = await timeOfStep(id, 'job_not_done')
    const feeDecisionUntil =
      notDoneFee(uncancelledCents(job, job), feesOf(job)) > 0
        ? new Date(now().getTime() + feeDecisionHours * 3_600_000)
        : null
    await transitionJob(person, job, 'notDone', {
      cancelledAt: at,
      cancelReason: notDoneLabels[reason],
      outcome: 'not_done',
      notDoneReason: reason,
      notDoneNote: note,
      feeDecisionUntil,
    })
    const data = {
      date: job.serviceDate,
      slot: job.slot,
      reason,
      note,
      heldCents: job.heldCents,
      paidCents: job.capturedCents - job.refundedCents,
      ...(feeDecisionUntil && { decideUntil: feeDecisionUntil.toISOString() }),
    }
    await happened({ event: 'job_not_done', job, by: person.id, at, data })
    return job
  })
}
