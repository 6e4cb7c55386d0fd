import type { LocalDate } from './calendar.ts'
import { overlap, type Slot } from './slots.ts'

export const entryOutcomes = ['accepted', 'left', 'removed', 'over'] as const
/** How waiting ended. `left`: by the customer; `removed`: by the office; `over`: the time or the visit passed. */
export type EntryOutcome = (typeof entryOutcomes)[number]

export const offerOutcomes = ['accepted', 'declined', 'expired', 'ended', 'taken_back'] as const
/** How an offer ended. `ended`: the visit or the time changed; `taken_back`: by the office. */
export type OfferOutcome = (typeof offerOutcomes)[number]

/** A customer waits for at most this many visits at once. */
export const mostEntries = 5

/** After this many offers without an answer the customer no longer waits. */
export const mostMissedOffers = 3

/** An offer shorter than this is not made: nobody could answer in time. */
export const leastOfferMinutes = 5

type Wanted = {
  /** Business-local dates, both included. */
  from: LocalDate
  to: LocalDate
  /** The times that suit; empty for any. */
  slots: readonly Slot[]
  /** The visit they want earlier. */
  visit?: { date: LocalDate; slot: Slot } | null
}

/** Whether a time is one the customer waits for. */
export function suits(wanted: Wanted, time: { date: LocalDate; slot: Slot }): boolean {
  const { from, to, slots, visit } = wanted
  if (time.date < from || time.date > to) return false
  if (slots.length > 0 && !slots.some((slot) => overlap(slot, time.slot))) return false
  return !visit || time.date < visit.date || (time.date === visit.date && time.slot < visit.slot)
}
