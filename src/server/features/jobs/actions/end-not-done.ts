import { businessDate } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import { feeDecisionHours, notDoneFee } from '#shared/rules/fees.ts'
import { notDoneLabels, type NotDoneReason, whyNotEndedYet } from '#shared/rules/not-done.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { visitCostOf } from '#server/reads/costs.ts'
import { uncancelledCents } from '#shared/rules/visit-cost.ts'
import { formatTime } from '#shared/texts/format.ts'
import { transitionJob } from './change-job.ts'
import { feesOf, type JobRow } from '#server/reads/job-row.ts'
import { loadJob } from '#server/reads/visits.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'

/**
 * Ends a visit whose service could not be done; returns its previous state. If the policy has a fee for that, the hold stays
 * until the office decides. Throws NotFound, Conflict before the visit's day, before its start when no one was there, and
 * once it is over.
 */
export async function endNotDone(
  person: Person,
  id: string,
  { reason, note = '' }: { reason: NotDoneReason; note?: string | undefined },
): Promise<JobRow> {
  return transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
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
    assertEndedInTime(job, reason, at)
    const data = {
      date: job.serviceDate,
      slot: job.slot,
      reason,
      note,
      heldCents: job.heldCents,
      paidCents: visitCostOf(job).paidCents,
      recordedCents: job.recordedCents ?? 0,
      ...(feeDecisionUntil && { decideUntil: feeDecisionUntil.toISOString() }),
    }
    await happened({ event: 'job_not_done', job, by: person.id, at, data })
    return job
  })
}

/** Offline work is judged by when it was done. */
function assertEndedInTime({ startsAt, status }: JobRow, reason: NotDoneReason, at: Date): void {
  const { timeZone } = currentSettings()
  const clock = { dateOf: businessDate, timeOf: (instant: Date) => formatTime(instant, timeZone) }
  const why = whyNotEndedYet({ startsAt, isStarted: status === 'in_progress' }, reason, at, clock)
  if (why) throw new Conflict(why)
}
