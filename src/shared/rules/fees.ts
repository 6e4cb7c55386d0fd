import { t } from '../texts/t.ts'
import { describeFees, type FeePolicy } from './fee-policy.ts'
import type { JobStatus } from './jobs.ts'
import { centsFromDecimal, decimalFromCents } from './money.ts'
import { isMissed } from './overdue.ts'

/** How long a hold waits for the office's fee decision on a visit not done. */
export const feeDecisionHours = 48

const hourMs = 3_600_000

/** The fees stored at booking; null means today's settings. */
type BookedFees = { [Fee in keyof FeePolicy]: number | null } & {
  /** End of free cancellation; null for the start minus the policy's hours. */
  cancelFreeUntil: Date | null
}

/** One visit's fees and the end of its free cancellation. */
export type VisitFees = FeePolicy & { cancelFreeUntil: Date }

const hoursBefore = (startsAt: Date, hours: number) => new Date(startsAt.getTime() - hours * hourMs)

/** A visit's fees as booked. */
export function feesOfVisit(
  { startsAt, ...booked }: BookedFees & { startsAt: Date },
  today: FeePolicy,
): VisitFees {
  const cancelFeeWithinHours = booked.cancelFeeWithinHours ?? today.cancelFeeWithinHours
  return {
    cancelFeeCents: booked.cancelFeeCents ?? today.cancelFeeCents,
    cancelFeeWithinHours,
    notDoneFeeCents: booked.notDoneFeeCents ?? today.notDoneFeeCents,
    cancelFreeUntil: booked.cancelFreeUntil ?? hoursBefore(startsAt, cancelFeeWithinHours),
  }
}

/** Whether a move gave the visit its own end of free cancellation. */
export const hasOwnInstant = (
  { cancelFreeUntil, cancelFeeWithinHours }: VisitFees,
  startsAt: Date,
): boolean => cancelFreeUntil.getTime() !== hoursBefore(startsAt, cancelFeeWithinHours).getTime()

interface Move {
  /** Its previous start. */
  from: Date
  startsAt: Date
  now: Date
  byOffice: boolean
  /** A request costs nothing, so moving it is never late. */
  needsConfirmation: boolean
}

/**
 * End of free cancellation after a move to `startsAt`. A customer who moves too late to cancel for free still owes the fee.
 * A move by the office never makes a visit late, nor does the customer's next choice.
 */
export function cancelFreeAfterMove(
  { cancelFreeUntil, cancelFeeWithinHours }: VisitFees,
  { from, startsAt, now, byOffice, needsConfirmation }: Move,
): Date {
  const usual = hoursBefore(startsAt, cancelFeeWithinHours)
  if (needsConfirmation) return usual
  if (!byOffice && now > cancelFreeUntil) return cancelFreeUntil
  const isKept = byOffice || cancelFreeUntil > hoursBefore(from, cancelFeeWithinHours)
  return isKept && cancelFreeUntil > usual ? cancelFreeUntil : usual
}

type Cancelled = {
  needsConfirmation: boolean
  /** The visit's current cost. */
  costCents: number
}

/** The fee for cancelling now, in cents: 0 early enough and for a request; never more than the visit costs. */
export function cancellationFee(
  { needsConfirmation, costCents }: Cancelled,
  now: Date,
  { cancelFeeCents, cancelFreeUntil }: Pick<VisitFees, 'cancelFeeCents' | 'cancelFreeUntil'>,
): number {
  return now > cancelFreeUntil && !needsConfirmation ? Math.min(cancelFeeCents, costCents) : 0
}

/** A visit's fees on the wire: decimal amounts, UTC instant. */
type FeesOnWire = {
  cancelFee: string
  cancelFeeWithinHours: number
  cancelFreeUntil: string
  notDoneFee: string
}

export const feesOnWire = (fees: VisitFees): FeesOnWire => ({
  cancelFee: decimalFromCents(fees.cancelFeeCents),
  cancelFeeWithinHours: fees.cancelFeeWithinHours,
  cancelFreeUntil: fees.cancelFreeUntil.toISOString(),
  notDoneFee: decimalFromCents(fees.notDoneFeeCents),
})

export const feesFromWire = (fees: FeesOnWire): VisitFees => ({
  cancelFeeCents: centsFromDecimal(fees.cancelFee) ?? 0,
  cancelFeeWithinHours: fees.cancelFeeWithinHours,
  cancelFreeUntil: new Date(fees.cancelFreeUntil),
  notDoneFeeCents: centsFromDecimal(fees.notDoneFee) ?? 0,
})

/** The fee for cancelling now, from and in wire format. */
export const feeOfCancelling = (visit: VisitOnWire, now: Date): string =>
  decimalFromCents(
    feeOfCancellingNow(
      {
        ...visit,
        startsAt: new Date(visit.startsAt),
        costCents: centsFromDecimal(visit.cost.amount) ?? 0,
      },
      now,
      feesFromWire(visit.fees),
    ),
  )

type VisitOnWire = {
  needsConfirmation: boolean
  status: JobStatus
  startsAt: string
  cost: { amount: string }
  fees: FeesOnWire
}

/** The fee for cancelling now, in cents; 0 too once the visit's time passed and no one came. */
export const feeOfCancellingNow = (
  visit: Cancelled & Parameters<typeof isMissed>[0],
  now: Date,
  fees: VisitFees,
): number => (isMissed(visit, now.getTime()) ? 0 : cancellationFee(visit, now, fees))

/** The maximum fee of a visit not done, in cents. */
export const notDoneFee = (
  costCents: number,
  { notDoneFeeCents }: Pick<FeePolicy, 'notDoneFeeCents'>,
): number => Math.min(notDoneFeeCents, costCents)

export type FeeFormats = {
  cents: (cents: number) => string
  /** Formats an instant in business time. */
  instant: (instant: Date) => string
}

/** One visit's policy, a sentence per fee; empty without fees. */
export function describeVisitFees(
  { cancelFreeUntil, ...policy }: VisitFees,
  startsAt: Date,
  { cents, instant }: FeeFormats,
): string[] {
  const isMoved = hasOwnInstant({ cancelFreeUntil, ...policy }, startsAt)
  if (policy.cancelFeeCents === 0 || !isMoved) return describeFees(policy, cents)
  return [
    t('Cancelling after {when} costs {fee}.', {
      when: instant(cancelFreeUntil),
      fee: cents(policy.cancelFeeCents),
    }),
    ...describeFees({ ...policy, cancelFeeCents: 0 }, cents),
  ]
}
