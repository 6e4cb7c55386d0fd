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

const hourMs = 3_600_000

/** What was stored with a visit when it was booked; null, of a visit from before that: the settings of today. */
export type BookedFees = { [Fee in keyof FeePolicy]: number | null } & {
  /** Until when cancelling is free; null: until its start less the hours of the policy. */
  cancelFreeUntil: Date | null
}

/** The policy of one visit, and until when cancelling it is free. */
export type VisitFees = FeePolicy & { cancelFreeUntil: Date }

const hoursBefore = (startsAt: Date, hours: number) => new Date(startsAt.getTime() - hours * hourMs)

/** The fees of a visit: those it was booked with. */
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

/** Whether cancelling is free until another time than the hours of the policy say, since the visit was moved. */
export const hasOwnInstant = (
  { cancelFreeUntil, cancelFeeWithinHours }: VisitFees,
  startsAt: Date,
): boolean => cancelFreeUntil.getTime() !== hoursBefore(startsAt, cancelFeeWithinHours).getTime()

interface Move {
  /** When it was to start before. */
  from: Date
  startsAt: Date
  now: Date
  byOffice: boolean
  /** A request costs nothing, so it is never too late to move one. */
  needsConfirmation: boolean
}

/**
 * Until when cancelling is free once a visit has been moved to start at `startsAt`. Whoever moves their own visit too late
 * to cancel it for free owes the fee all the same. One that the office moves never becomes late by that, nor by what its
 * customer chooses instead.
 */
export function cancelFreeAfterMove(
  { cancelFreeUntil, cancelFeeWithinHours }: VisitFees,
  { from, startsAt, now, byOffice, needsConfirmation }: Move,
): Date {
  const anew = hoursBefore(startsAt, cancelFeeWithinHours)
  if (needsConfirmation) return anew
  if (!byOffice && now > cancelFreeUntil) return cancelFreeUntil
  const isKept = byOffice || cancelFreeUntil > hoursBefore(from, cancelFeeWithinHours)
  return isKept && cancelFreeUntil > anew ? cancelFreeUntil : anew
}

type Cancelled = {
  needsConfirmation: boolean
  /** What the visit costs as it stands. */
  costCents: number
}

/** What cancelling a visit now costs in cents: 0 early enough, and of a request; never more than the visit. */
export function cancellationFee(
  { needsConfirmation, costCents }: Cancelled,
  now: Date,
  { cancelFeeCents, cancelFreeUntil }: Pick<VisitFees, 'cancelFeeCents' | 'cancelFreeUntil'>,
): number {
  return now > cancelFreeUntil && !needsConfirmation ? Math.min(cancelFeeCents, costCents) : 0
}

/** The fees of a visit as the wire carries them: amounts as decimals, the instant in UTC. */
export type FeesOnWire = {
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

/** What cancelling a visit now costs, of one as the wire carries it, as the wire carries amounts. */
export const feeOfCancelling = (
  visit: { needsConfirmation: boolean; cost: { amount: string }; fees: FeesOnWire },
  now: Date,
): string =>
  decimalFromCents(
    cancellationFee(
      {
        needsConfirmation: visit.needsConfirmation,
        costCents: centsFromDecimal(visit.cost.amount) ?? 0,
      },
      now,
      feesFromWire(visit.fees),
    ),
  )

/** The most that a visit that could not be done may cost, in cents. */
export const notDoneFee = (
  costCents: number,
  { notDoneFeeCents }: Pick<FeePolicy, 'notDoneFeeCents'>,
): number => Math.min(notDoneFeeCents, costCents)

export type FeeFormats = {
  /** Says cents as people read them. */
  cents: (cents: number) => string
  /** Says an instant on the clock of the business. */
  instant: (instant: Date) => string
}

/** The policy of one visit as people read it, a sentence a fee; none where there are no fees. */
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
