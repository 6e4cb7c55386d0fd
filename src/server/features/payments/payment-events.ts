import type { Happening } from '#server/events/happening.ts'
import type { EventData, EventName, PaymentEvents } from '#shared/rules/events.ts'
import type { PaymentState } from '#shared/rules/payments.ts'
import {
  capturedOf,
  dueOf,
  isOwed,
  type PaymentAccount,
  netOf,
  openHold,
  refundedOf,
} from './orchestrator/payment-account.ts'
import { paymentStateOf } from './orchestrator/payment-state.ts'

export type PaymentEvent = {
  [E in keyof PaymentEvents]: { event: E; data: EventData[E] }
}[keyof PaymentEvents]

/**
 * Events between two states of a visit's payment account, without the charges and refunds in `paymentNotices`. `was` is the
 * last stored state; `before` may already include later changes to the visit. `at` is the UTC instant of the later state.
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
  const tip = capturedOf(after, 'tip') - capturedOf(before, 'tip')
  if (tip > 0) events.push({ event: 'tip_given', data: { cents: tip } })
  const tipBack = refundedOf(after, 'tip') - refundedOf(before, 'tip')
  if (tipBack > 0) events.push({ event: 'tip_refunded', data: { cents: tipBack } })
  const { card } = after
  if (card && card.id !== before.card?.id)
    events.push({ event: 'card_saved', data: { brand: card.brand, last4: card.last4 } })
  if (grown(heldCents) > 0)
    events.push({ event: 'payment_held', data: { cents: heldCents(after) } })
  else if (captured === 0 && heldCents(before) > 0 && heldCents(after) === 0)
    events.push({ event: 'payment_released', data: {} })
  const is = paymentStateOf(after, at)
  if (was !== is && refunded <= 0) events.push(...troubleIn(after, is))
  const changed = was !== is || captured !== 0 || refunded !== 0 || tipBack !== 0
  return events.length > 0 || !changed ? events : [{ event: 'payment_changed', data: {} }]
}

/** Problems the customer has to act on. */
function troubleIn(account: PaymentAccount, state: PaymentState): PaymentEvent[] {
  if (state === 'balance_due' && isOwed(account)) {
    const cents = dueOf(account) - netOf(account)
    const fee = account.job.status === 'cancelled'
    // An expired hold was never tried for a fee the office had not decided, nor a wallet for more than its hold.
    const hold = account.holds.at(-1)
    const more = hold?.wallet && hold.status === 'captured'
    const tried = account.lastDecline !== null || (!fee && !more && hold !== undefined)
    return [{ event: 'payment_due', data: { cents, tried, ...(fee && { fee }) } }]
  }
  // A customer who watched their card being declined already knows.
  if (state === 'failed' && (account.card || !account.lastDecline))
    return [{ event: 'payment_failed', data: {} }]
  return []
}

/**
 * The event for the visit. Its actor: the office user who entered the card, the customer for their own card or tip, else
 * none.
 */
export const happeningOf = (
  job: Happening<'payment_changed'>['job'],
  { event, data }: PaymentEvent,
  { enteredBy, operation }: Pick<PaymentAccount, 'enteredBy' | 'operation'>,
): Happening => {
  const byOffice = operation?.buyerPresent && madeByCard.has(event) ? enteredBy : null
  const byCustomer = event === 'tip_given' ? job.customerId : null
  const by = event === 'card_saved' ? (enteredBy ?? job.customerId) : (byCustomer ?? byOffice)
  return { event, data, job, by } as Happening
}

/** Events of an entered card that happen while the person waits. */
const madeByCard: ReadonlySet<EventName> = new Set(['payment_held', 'payment_charged'])
