import { type Phrase, phrase } from '../texts/t.ts'
import type { NotDoneReason } from './fees.ts'

/** Whoever comes early by agreement may find nobody so long before the start. */
export const noShowEarlyMinutes = 15

/** The clock of the business: the calendar date at an instant, `YYYY-MM-DD`, and the time as people read it. */
export type BusinessClock = { dateOf: (instant: Date) => string; timeOf: (instant: Date) => string }

/**
 * Why a visit cannot be ended as not done at an instant: before its day it can only be cancelled, and nobody has missed it
 * before it begins. Null once it can be; without a reason, once it can be for some.
 */
export function whyNotEndedYet(
  startsAt: Date,
  reason: NotDoneReason | null,
  at: Date,
  { dateOf, timeOf }: BusinessClock,
): Phrase | null {
  if (dateOf(at) < dateOf(startsAt))
    return phrase('This visit is on a later day. Until then the office can cancel it.')
  const early = startsAt.getTime() - at.getTime() > noShowEarlyMinutes * 60_000
  return early && reason === 'no_show'
    ? phrase(
        'The visit begins at {time}: nobody has missed it yet. Please wait, or choose another reason.',
        { time: timeOf(startsAt) },
      )
    : null
}
