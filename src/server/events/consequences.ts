import type { EventData, EventName } from '#shared/rules/events.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { AnyRule, AuditRule, Consequences, LogLine, NameOf } from './consequence-types.ts'
import { billConsequences } from './consequences/bills.ts'
import { bookingConsequences } from './consequences/booking.ts'
import { catalogConsequences } from './consequences/catalog.ts'
import { chargeConsequences } from './consequences/charges.ts'
import { closeConsequences } from './consequences/closes.ts'
import { companyConsequences } from './consequences/companies.ts'
import { contactConsequences } from './consequences/contact.ts'
import { conversationConsequences } from './consequences/conversation.ts'
import { customerConsequences } from './consequences/customers.ts'
import { feeConsequences } from './consequences/fees.ts'
import { followUpConsequences } from './consequences/follow-ups.ts'
import { inspectionConsequences } from './consequences/inspections.ts'
import { invoiceConsequences } from './consequences/invoices.ts'
import { paymentConsequences } from './consequences/payments.ts'
import { planConsequences } from './consequences/plan.ts'
import { recordedConsequences } from './consequences/recorded.ts'
import { refundConsequences } from './consequences/refunds.ts'
import { subscriptionConsequences } from './consequences/subscriptions.ts'
import { settingsConsequences } from './consequences/settings.ts'
import { tipConsequences } from './consequences/tips.ts'
import { technicianConsequences } from './consequences/technicians.ts'
import { waitlistConsequences } from './consequences/waitlist.ts'
import { workConsequences } from './consequences/work.ts'

/** Everything that follows from each event; read by all code that notifies, shows or records it. */
const consequences: { [E in EventName]: Consequences<E> } = {
  ...bookingConsequences,
  ...planConsequences,
  ...workConsequences,
  ...inspectionConsequences,
  ...followUpConsequences,
  ...chargeConsequences,
  ...conversationConsequences,
  ...paymentConsequences,
  ...billConsequences,
  ...feeConsequences,
  ...invoiceConsequences,
  ...recordedConsequences,
  ...refundConsequences,
  ...tipConsequences,
  ...customerConsequences,
  ...technicianConsequences,
  ...contactConsequences,
  ...settingsConsequences,
  ...waitlistConsequences,
  ...companyConsequences,
  ...subscriptionConsequences,
  ...closeConsequences,
  ...catalogConsequences,
}

/** An entry for code that handles all events; its data belong to its own event. */
type AnyEntry = Omit<
  Consequences<EventName>,
  'history' | 'audit' | 'formerTechnician' | 'once' | 'conversation' | 'endsRequests' | 'notifies'
> & {
  history?: (data: object, nameOf: NameOf) => LogLine
  audit?: AuditRule<EventName> | null
  formerTechnician?: (data: EventData[EventName]) => string | null
  once?: (of: { data: object; job?: JobRow | undefined }) => { about: string; step?: number }
  conversation?: { line: string; ofOffice?: string; ends?: true }
  endsRequests?: (
    data: object,
  ) => ReturnType<NonNullable<Consequences<'extra_removed'>['endsRequests']>>
  notifies?: readonly AnyRule[]
}

export const consequencesOf = (event: EventName): AnyEntry =>
  consequences[event] as unknown as AnyEntry

/** The notification rules of an event; none if it is unknown. */
export const rulesOf = (event: string): readonly AnyRule[] =>
  isEventName(event) ? (consequencesOf(event).notifies ?? []) : []

export const eventNames = Object.keys(consequences) as EventName[]

export const isEventName = (name: string): name is EventName => Object.hasOwn(consequences, name)
