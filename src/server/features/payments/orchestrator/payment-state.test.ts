import { expect, test } from 'vitest'
import { inEnglish } from '#shared/texts/t.ts'
import type { PaymentAccount } from './payment-account.ts'
import { noteOf, paymentStateOf, wakeAt } from './payment-state.ts'
import { opened } from './claim-operation.ts'
import { card, account, hold, hours, capture, now } from './test-account.ts'

const job = (status: PaymentAccount['job']['status']) => ({ ...account().job, status })
const undecided = { ...job('cancelled'), feeDecisionUntil: hours(48) }
const onInvoice = (status: PaymentAccount['job']['status']) => ({ ...job(status), onInvoice: true })
const operation = (kind: 'hold' | 'charge' | 'release' | 'read') =>
  opened({ kind, cents: 0, paymentId: null, token: null, buyerPresent: false })

test.each<[string, Partial<PaymentAccount>, string]>([
  ['none', {}, ''],
  ['on_invoice', { job: onInvoice('scheduled') }, ''],
  ['on_invoice', { job: onInvoice('completed') }, ''],
  ['on_invoice', { job: onInvoice('completed'), recordedCents: 12_998 }, ''],
  ['invoice_paid', { job: onInvoice('completed'), recordedCents: 12_999 }, ''],
  ['paid', { job: onInvoice('completed'), adjustmentCents: -12_999 }, ''],
  ['voided', { job: onInvoice('cancelled') }, 'nothing was charged'],
  ['on_invoice', { job: onInvoice('cancelled'), feeCents: 2500 }, ''],
  ['invoice_paid', { job: onInvoice('cancelled'), feeCents: 2500, recordedCents: 2500 }, ''],
  ['on_invoice', { job: { ...undecided, onInvoice: true } }, 'waiting for the decision on a fee'],
  ['card_saved', { card }, ''],
  ['authorizing', { card, operation: operation('hold') }, ''],
  ['held', { holds: [hold] }, ''],
  ['held', { holds: [hold], adjustmentCents: -12_999 }, ''],
  [
    'voiding',
    { holds: [hold], adjustmentCents: -12_999, job: job('completed') },
    'releasing the hold, nothing is charged',
  ],
  ['held', { holds: [hold], operation: operation('read') }, ''],
  ['expired', { card, holds: [{ ...hold, status: 'expired' }] }, 'hold expired'],
  ['failed', { holds: [{ ...hold, status: 'expired' }] }, 'hold expired, no card stored'],
  ['settling', { holds: [hold], job: job('completed') }, ''],
  ['settling', { card, job: job('completed') }, ''],
  ['balance_due', { card, cardTries: 1, job: job('completed') }, 'balance $129.99'],
  ['balance_due', { job: job('completed') }, 'balance $129.99'],
  ['paid', { captures: [capture], job: job('completed') }, ''],
  ['paid', { captures: [capture] }, ''],
  ['paid', { job: job('completed'), adjustmentCents: -12_999 }, ''],
  ['refunding', { captures: [capture], job: job('cancelled') }, ''],
  ['refunded', { captures: [{ ...capture, refundedCents: 12_999 }], job: job('cancelled') }, ''],
  ['voiding', { holds: [hold], job: job('cancelled') }, 'releasing the hold, nothing is charged'],
  [
    'voided',
    { holds: [{ ...hold, status: 'released' }], job: job('cancelled') },
    'hold released, not charged',
  ],
  ['voided', { job: job('cancelled') }, 'nothing was charged'],
  ['refunded', { job: job('cancelled'), gaveBack: true }, ''],
  ['settling', { holds: [hold], feeCents: 2500, job: job('cancelled') }, ''],
  ['settling', { card, feeCents: 2500, job: job('cancelled') }, ''],
  ['balance_due', { feeCents: 2500, job: job('cancelled') }, 'balance $25.00'],
  [
    'paid',
    { captures: [{ ...capture, capturedCents: 2500 }], feeCents: 2500, job: job('cancelled') },
    '',
  ],
  ['none', { job: undecided }, 'waiting for the decision on a fee'],
  ['card_saved', { card, job: undecided }, 'waiting for the decision on a fee'],
  ['held', { holds: [hold], job: undecided }, 'waiting for the decision on a fee'],
  ['paid', { captures: [capture], job: undecided }, 'waiting for the decision on a fee'],
  [
    'failed',
    { lastDecline: 'cvv' },
    'The security code does not match this card. Please check it and try again.',
  ],
])('%s: %o', (state, given, note) => {
  expect(paymentStateOf(account(given), now)).toBe(state)
  expect(noteOf(account(given), now).map(inEnglish).join('; ')).toBe(note)
})

test('the orchestrator wakes for changes caused by time only', () => {
  expect(wakeAt(account(), now)).toBeNull()
  expect(wakeAt(account({ card }), now)).toEqual(hours(52))
  expect(wakeAt(account({ holds: [hold] }), now)).toEqual(hold.expiresAt)
  expect(wakeAt(account({ holds: [hold], job: undecided }), now)).toEqual(hours(48))
  expect(wakeAt(account({ holds: [hold], job: job('completed') }), now)).toEqual(now)
  const retry = {
    card,
    retryAt: hours(1),
    cardTries: 1,
    job: job('completed'),
    billedCents: 12_999,
  }
  expect(wakeAt(account(retry), now)).toEqual(hours(1))
  expect(
    wakeAt(account({ operation: { ...operation('charge'), nextTryAt: hours(2) } }), now),
  ).toEqual(hours(2))
})
