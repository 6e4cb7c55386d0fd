import type { Happening } from '#server/events/happening.ts'
import type { EventData, PaymentEvents } from '#shared/rules/events.ts'
import type { PaymentState } from '#shared/rules/payments.ts'
import {
  capturedOf,
  dueOf,
  type PaymentAccount,
  netOf,
  openHold,
  refundedOf,
} from './orchestrator/payment-account.ts'
import { paymentStateOf } from './orchestrator/payment-state.ts'

type PaymentEvent = {
  [E in keyof PaymentEvents]: { event: E; data: EventData[E] }
}[keyof PaymentEvents]

/**
 * What happened to a visit's money between two states of its payment account. `was` is the state that was last stored: the visit
 * itself may have changed since, which the account of before knows already. `at` is the UTC instant of the later one.
 */
export function paymentEvents(
  { before, was }: { before: PaymentAccount; was: PaymentState },
  after: PaymentAccount,
  at: Date,
): PaymentEvent[] {
  const events: PaymentEvent[] = []
  const grown = (of: (account: PaymentAccount) => number) => of(after) - of(before)
  const heldCents = (account: PaymentAccount) => openHold(account)?.cents ?? 0
  const captured = grown(capturedOf)
  const refunded = grown(refundedOf)
  if (grown(heldCents) > 0)
    events.push({ event: 'payment_held', data: { cents: heldCents(after) } })
  if (captured > 0) events.push({ event: 'payment_charged', data: { cents: captured } })
  else if (heldCents(before) > 0 && heldCents(after) === 0)
    events.push({ event: 'payment_released', data: {} })
  if (refunded > 0) events.push({ event: 'payment_refunded', data: { cents: refunded } })
  const is = paymentStateOf(after, at)
  if (was === is) return events
  if (refunded <= 0) events.push(...troubleIn(after, is))
  return events.length > 0 ? events : [{ event: 'payment_changed', data: {} }]
}

/** What its customer has to do something about. */
function troubleIn(account: PaymentAccount, state: PaymentState): PaymentEvent[] {
  if (state === 'balance_due' && account.job.status === 'completed')
    return [{ event: 'payment_due', data: { cents: dueOf(account) - netOf(account) } }]
  // Somebody whose card was declined while they watched has been told already.
  if (state === 'failed' && (account.card || !account.lastDecline))
    return [{ event: 'payment_failed', data: {} }]
  return []
}

/** The same, said of the visit; nobody in particular did it. */
export const happeningOf = (
  job: Happening<'payment_changed'>['job'],
  { event, data }: PaymentEvent,
): Happening => ({ event, data, job, by: null }) as Happening
