import type { EventData, EventName } from '#shared/rules/events.ts'
import type { ExtraApproval } from '#shared/rules/extras.ts'

/** The data of an event as a row still has it: erased words are gone from it, and old rows never had some. */
export type Recorded<T> = T extends readonly (infer One)[]
  ? readonly Recorded<One>[]
  : T extends object
    ? { [K in keyof T]?: Recorded<T[K]> }
    : T

/** An extra or add-on as it was; the amount in cents with its quantity. */
export type ChargeThen = { description: string; cents: number; approval?: ExtraApproval }

/** What the history says of an event. */
export type Told = {
  title: string
  /** More of it, a few words each. */
  lines?: readonly (string | undefined)[]
  /** What somebody wrote, in their own words. */
  comment?: string | undefined
  /** The money it is about. */
  cents?: number | undefined
  before?: ChargeThen | undefined
  after?: ChargeThen | undefined
}

/** The name of a technician or of a catalog add-on, by id; empty when nobody knows it any more. */
export type NameOf = (id: string | null | undefined) => string

export type HistoryWords<Events> = {
  [E in keyof Events & EventName]: (data: Recorded<EventData[E]>, nameOf: NameOf) => Told
}
