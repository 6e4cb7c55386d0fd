import { type Phrase, phrase, text } from '../texts/t.ts'

/** Why a visit could not be done. */
export const notDoneReasons = [
  'no_show',
  'no_access',
  'not_on_lot',
  'wrong_car',
  'unsafe',
  'other',
] as const
export type NotDoneReason = (typeof notDoneReasons)[number]

/** Shown to everyone who sees the visit, through `translate()`. */
export const notDoneLabels: Record<NotDoneReason, string> = {
  no_show: text('No one was there'),
  no_access: text('The car could not be reached'),
  not_on_lot: text('The car was not on the lot'),
  wrong_car: text('It was another car than booked'),
  unsafe: text('It was not safe to work there'),
  other: text('The service could not be done'),
}

/** How early before the start a no-show can be recorded, for technicians who arrive early by agreement. */
const noShowEarlyMinutes = 15

/** Business clock: the calendar date of an instant, `YYYY-MM-DD`, and its formatted time. */
export type BusinessClock = { dateOf: (instant: Date) => string; timeOf: (instant: Date) => string }

/**
 * Why a visit cannot be marked not done at an instant: before its day it can only be cancelled unless it has been
 * started, and there is no no-show before it begins. Null if it can; without a reason, if it can for some reason.
 */
export function whyNotEndedYet(
  { startsAt, isStarted }: { startsAt: Date; isStarted: boolean },
  reason: NotDoneReason | null,
  at: Date,
  { dateOf, timeOf }: BusinessClock,
): Phrase | null {
  if (!isStarted && dateOf(at) < dateOf(startsAt))
    return phrase('This visit is on a later day. Until then the office can cancel it.')
  const early = startsAt.getTime() - at.getTime() > noShowEarlyMinutes * 60_000
  return early && reason === 'no_show'
    ? phrase(
        'The visit begins at {time}, so no one has missed it yet. Please wait, or choose another reason.',
        { time: timeOf(startsAt) },
      )
    : null
}
