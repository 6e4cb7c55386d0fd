import type { EventName } from '#shared/rules/events.ts'
import type { Consequences } from './consequence-types.ts'
import { bookingConsequences } from './consequences/booking.ts'
import { accountConsequences, scheduleConsequences } from './consequences/business.ts'
import { catalogConsequences } from './consequences/catalog.ts'
import { chargeConsequences } from './consequences/charges.ts'
import { closeConsequences } from './consequences/closes.ts'
import { conversationConsequences } from './consequences/conversation.ts'
import { paymentConsequences } from './consequences/payments.ts'
import { planConsequences } from './consequences/plan.ts'
import { workConsequences } from './consequences/work.ts'

/** What follows from everything that can happen: one entry an event, read by all that notifies, shows or records it. */
const table = {
  ...bookingConsequences,
  ...planConsequences,
  ...workConsequences,
  ...chargeConsequences,
  ...conversationConsequences,
  ...paymentConsequences,
  ...accountConsequences,
  ...scheduleConsequences,
  ...closeConsequences,
  ...catalogConsequences,
}
const consequences: { [E in EventName]: Consequences<E> } = table

type Table = typeof table
/** Events that have a row in the visit's history. */
export type RecordedEvent = {
  [E in keyof Table]: Table[E] extends { history: true } ? E : never
}[keyof Table]

export const consequencesOf = <E extends EventName>(event: E): Consequences<E> =>
  consequences[event]

/** Every event that can happen. */
export const eventNames = Object.keys(consequences) as EventName[]

export const isEventName = (name: string): name is EventName => Object.hasOwn(consequences, name)
