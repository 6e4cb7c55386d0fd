import type { EventName } from '#shared/rules/events.ts'
import type { Consequences } from './consequence-types.ts'
import { bookingConsequences } from './consequences/booking.ts'
import { accountConsequences, scheduleConsequences } from './consequences/business.ts'
import { conversationConsequences } from './consequences/conversation.ts'
import { paymentConsequences } from './consequences/payments.ts'
import { workConsequences } from './consequences/work.ts'

/** What follows from everything that can happen: one entry an event, read by all that notifies, shows or records it. */
const consequences: { [E in EventName]: Consequences<E> } = {
  ...bookingConsequences,
  ...workConsequences,
  ...conversationConsequences,
  ...paymentConsequences,
  ...accountConsequences,
  ...scheduleConsequences,
}

export const consequencesOf = <E extends EventName>(event: E): Consequences<E> =>
  consequences[event]

export const isEventName = (name: string): name is EventName => Object.hasOwn(consequences, name)
