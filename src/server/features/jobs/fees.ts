import { now } from '#server/base/clock.ts'
import { hasUsableCard } from '#server/features/payments/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { feeOfCancellingNow } from '#shared/rules/fees.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { visitCostOf } from '#server/reads/costs.ts'
import { uncancelledCents } from '#shared/rules/visit-cost.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { agreedFee, feesOf, type JobRow } from '#server/reads/job-row.ts'

/** The policy's cancellation fee now, in cents. */
export const feeOfPolicy = (job: JobRow): number =>
  feeOfCancellingNow({ ...job, costCents: uncancelledCents(job, job) }, now(), feesOf(job))

/** For the words about a fee: whether the visit was cancelled, or could not be done. */
export const ofWhat = ({ outcome }: JobRow) => (outcome === 'not_done' ? {} : { cancelled: true })

/** The amount available for a fee now, in cents. */
export async function moneyForFee(job: JobRow) {
  return {
    heldCents: job.heldCents,
    paidCents: visitCostOf(job).paidCents,
    recordedCents: job.recordedCents ?? 0,
    ...(!(await hasUsableCard(job.id)) && { noCard: true }),
  }
}

/** Throws Conflict, with the current fee, when the customer was shown another fee or none. */
export function assertFeeSeen(feeCents: number, seenCents = 0): void {
  if (seenCents === feeCents) return
  throw new Conflict(
    phrase('Cancelling costs {fee} now. Please check it and try again.', {
      fee: formatCents(feeCents),
    }),
    { reason: 'fee', fee: decimalFromCents(feeCents) },
  )
}

/** Throws Invalid for a fee above the visit's cost or what its customer agreed to, however late or early it is cancelled. */
export function assertCancellationFee(job: JobRow, feeCents: number): void {
  assertWithinCost(job, feeCents)
  assertWithinPolicy(feeCents, feesOf(job).cancelFeeCents)
  if (feeCents > 0 && job.needsConfirmation)
    throw new Invalid(phrase('A request that was not confirmed costs nothing.'))
}

/** Throws Invalid for a fee of a cancelled visit above what its customer agreed to, when booking and since. */
export function assertAgreedFee(job: JobRow, feeCents: number): void {
  const agreedCents = agreedFee(job)
  if (feeCents <= agreedCents) return
  if (job.outcome !== 'not_done') assertCancellationFee(job, feeCents)
  assertWithinCost(job, feeCents)
  assertWithinPolicy(feeCents, agreedCents)
}

function assertWithinCost(job: JobRow, feeCents: number): void {
  const cost = uncancelledCents(job, job)
  if (feeCents > cost)
    throw new Invalid(
      phrase('The fee cannot be more than the visit costs, {amount}.', {
        amount: formatCents(cost),
      }),
    )
}

function assertWithinPolicy(feeCents: number, mostCents: number): void {
  if (feeCents <= mostCents) return
  throw new Invalid(
    mostCents === 0
      ? phrase('The policy this visit was booked with has no such fee, so none can be charged.')
      : phrase('The policy this visit was booked with allows a fee of {most} at most.', {
          most: formatCents(mostCents),
        }),
  )
}
