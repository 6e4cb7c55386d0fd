import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { hasUsableCard } from '#server/features/payments/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { cancellationFee } from '#shared/rules/fees.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { uncancelledCents } from '#shared/rules/visit-cost.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase, pluralPhrase } from '#shared/texts/t.ts'
import type { JobRow } from './job-row.ts'

/** What cancelling a visit costs now by the policy, in cents. */
export const feeOfPolicy = (job: JobRow): number =>
  cancellationFee({ ...job, costCents: uncancelledCents(job, job) }, now(), currentSettings())

/** What a fee can be taken from now, in cents; a hold that ran out is none. */
export async function moneyForFee(job: JobRow) {
  return {
    heldCents: job.payState === 'expired' ? 0 : job.heldCents,
    paidCents: job.capturedCents - job.refundedCents,
    ...(!(await hasUsableCard(job.id)) && { noCard: true }),
  }
}

/** Throws Conflict, with what cancelling costs, when a customer was told another fee than it is now, or none. */
export function assertFeeSeen(feeCents: number, seenCents = 0): void {
  if (seenCents === feeCents) return
  throw new Conflict(
    phrase('Cancelling costs {fee} now. Please check it and try again.', {
      fee: formatCents(feeCents),
    }),
    { reason: 'fee', fee: decimalFromCents(feeCents) },
  )
}

/** Throws Invalid for a fee of the office above what the visit costs, or above the policy for cancelling. */
export function assertCancellationFee(job: JobRow, feeCents: number): void {
  const { cancelFeeCents, cancelFeeWithinHours: hours } = currentSettings()
  assertWithinCost(job, feeCents)
  assertWithinPolicy(feeCents, cancelFeeCents)
  if (feeCents <= feeOfPolicy(job)) return
  throw new Invalid(
    job.needsConfirmation
      ? phrase('A request that was not confirmed costs nothing.')
      : pluralPhrase(hours, {
          one: 'Your policy takes a fee only when less than {count} hour is left before the visit.',
          other:
            'Your policy takes a fee only when less than {count} hours are left before the visit.',
        }),
  )
}

/** The same for a visit that could not be done. */
export function assertNotDoneFee(job: JobRow, feeCents: number): void {
  assertWithinCost(job, feeCents)
  assertWithinPolicy(feeCents, currentSettings().notDoneFeeCents)
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
      ? phrase('Your settings name no such fee, so none can be charged.')
      : phrase('Your policy allows a fee of {most} at most.', { most: formatCents(mostCents) }),
  )
}
