import { plural, t, text } from '../texts/t.ts'
import { centsFromDecimal, decimalFromCents } from './money.ts'
import type { Settings } from './settings.ts'

/** What a visit costs that is cancelled late or cannot be done, as the operator set it. */
export type FeePolicy = Pick<
  Settings,
  'cancelFeeCents' | 'cancelFeeWithinHours' | 'notDoneFeeCents'
>

/** What is reserved waits at most so long for the office to decide on the fee of a visit that could not be done. */
export const feeDecisionHours = 48

/** Why a visit could not be done. */
export const notDoneReasons = ['no_show', 'no_access', 'wrong_car', 'unsafe', 'other'] as const
export type NotDoneReason = (typeof notDoneReasons)[number]

/** Said to everybody who sees the visit; to be shown through `translate()`. */
export const notDoneLabels: Record<NotDoneReason, string> = {
  no_show: text('Nobody was there'),
  no_access: text('The car could not be reached'),
  wrong_car: text('It was another car than booked'),
  unsafe: text('It was not safe to work there'),
  other: text('The service could not be done'),
}

type Cancelled = {
  startsAt: Date
  needsConfirmation: boolean
  /** What the visit costs as it stands. */
  costCents: number
}

/** What cancelling a visit now costs in cents: 0 early enough, and of a request; never more than the visit. */
export function cancellationFee(
  { startsAt, needsConfirmation, costCents }: Cancelled,
  now: Date,
  { cancelFeeCents, cancelFeeWithinHours }: FeePolicy,
): number {
  const isLate = startsAt.getTime() - now.getTime() < cancelFeeWithinHours * 3_600_000
  return isLate && !needsConfirmation ? Math.min(cancelFeeCents, costCents) : 0
}

/** The same of a visit as the wire carries it, as the wire carries amounts. */
export const feeOfCancelling = (
  visit: { startsAt: string; needsConfirmation: boolean; cost: { amount: string } },
  now: Date,
  policy: FeePolicy,
): string =>
  decimalFromCents(
    cancellationFee(
      {
        startsAt: new Date(visit.startsAt),
        needsConfirmation: visit.needsConfirmation,
        costCents: centsFromDecimal(visit.cost.amount) ?? 0,
      },
      now,
      policy,
    ),
  )

/** The most that a visit that could not be done may cost, in cents. */
export const notDoneFee = (costCents: number, { notDoneFeeCents }: FeePolicy): number =>
  Math.min(notDoneFeeCents, costCents)

/**
 * The policy as people read it where they book, a sentence a fee; none where there are no fees. `format` says cents as
 * people read them.
 */
export function describeFees(
  { cancelFeeCents, cancelFeeWithinHours, notDoneFeeCents }: FeePolicy,
  format: (cents: number) => string,
): string[] {
  return [
    ...(cancelFeeCents > 0
      ? [
          plural(
            cancelFeeWithinHours,
            {
              one: 'Cancelling less than {count} hour before the visit costs {fee}.',
              other: 'Cancelling less than {count} hours before the visit costs {fee}.',
            },
            { fee: format(cancelFeeCents) },
          ),
        ]
      : []),
    ...(notDoneFeeCents > 0
      ? [
          t(
            'If we come and cannot do the service, as when nobody is there, it may cost up to {fee}.',
            { fee: format(notDoneFeeCents) },
          ),
        ]
      : []),
  ]
}
