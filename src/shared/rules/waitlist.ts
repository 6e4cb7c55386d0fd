import type { LocalDate } from './calendar.ts'
import { minutesOf, overlap, type Slot, slotOf, startOf } from './slots.ts'
import { type OpeningHours, slotsOn } from './weekly-hours.ts'

export const entryOutcomes = ['accepted', 'left', 'removed', 'over'] as const
/** How an entry ended. `left`: by the customer; `removed`: by the office; `over`: the time or the visit passed. */
export type EntryOutcome = (typeof entryOutcomes)[number]

export const offerOutcomes = ['accepted', 'declined', 'expired', 'ended', 'taken_back'] as const
/** How an offer ended. `ended`: the visit or the time changed; `taken_back`: by the office. */
export type OfferOutcome = (typeof offerOutcomes)[number]

/** The most open entries per customer. */
export const mostEntries = 5

/** After this many unanswered offers the entry ends. */
export const mostMissedOffers = 3

/** The shortest offer, in minutes: customers need time to answer. */
export const leastOfferMinutes = 5

type Wanted = {
  /** Business-local dates, both included. */
  from: LocalDate
  to: LocalDate
  /** The wanted times; empty for any. */
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

type Booked = { date: LocalDate; slot: Slot; startsAt: Date }

/** A visit's time in the contract's shape. */
export const visitTimeOf = (job: {
  scheduledDate: LocalDate
  scheduledTime: string
  startsAt: string
}): Booked => ({
  date: job.scheduledDate,
  slot: slotOf(job.scheduledTime),
  startsAt: new Date(job.startsAt),
})

/** Whether customers could book a time before a visit, if it were free. */
export function hasEarlierTimes(
  { date, slot, startsAt }: Booked,
  { earliestDate, ...hours }: OpeningHours & { earliestDate: LocalDate | null },
  now: Date,
): boolean {
  if (!earliestDate || date < earliestDate) return false
  const minutes = (one: Slot) => minutesOf(startOf(one))
  const isAhead = (one: Slot) =>
    startsAt.getTime() - (minutes(slot) - minutes(one)) * 60_000 > now.getTime()
  return date > earliestDate || slotsOn(date, hours).some((one) => one < slot && isAhead(one))
}
