import { describe, expect, test } from 'vitest'
import { type PaymentAccount, type Hold, type Capture } from './payment-account.ts'
import { nextOperation } from './next-operation.ts'
import { card, account, hold, hours, capture, now } from './test-account.ts'

const ended: Hold = { ...hold, status: 'captured' }

type Case = [name: string, account: Partial<PaymentAccount>, step: string | null]

const cases: Case[] = [
  ['nothing asked', {}, null],
  ['on invoice, a card on file', { card, holdAsked: true, job: onInvoice('assigned') }, null],
  ['on invoice, done and unpaid', { card, job: onInvoice('completed') }, null],
  ['on invoice, to be read', { syncAt: now, job: onInvoice('completed') }, null],
  ['card saved, visit in 60 hours', { card, job: job('scheduled', 60) }, null],
  ['card saved, visit in 48 hours', { card, job: job('assigned', 48) }, 'hold 12999'],
  ['card saved, visit under way', { card, job: job('in_progress', -1) }, 'hold 12999'],
  ['card saved, visit open for 3 days', { card, job: job('scheduled', -72) }, null],
  [
    'customer asks 6 days ahead',
    { card, holdAsked: true, job: job('scheduled', 144) },
    'hold 12999',
  ],
  ['declined an hour ago', { card, job: job('assigned', 30), retryAt: hours(1) }, null],
  ['tried three times', { card, job: job('assigned', 30), cardTries: 3 }, null],
  ['held, visit ahead', { holds: [hold] }, null],
  ['held, amount adjusted before the visit', { holds: [hold], adjustmentCents: -2000 }, null],
  ['hold ran out', { holds: [{ ...hold, expiresAt: now }] }, 'release 0'],
  ['held, cancelled', { holds: [hold], job: job('cancelled') }, 'release 0'],
  [
    'held, cancelled with a fee',
    { holds: [hold], feeCents: 2500, job: job('cancelled') },
    'change 2500',
  ],
  [
    'brought to the fee',
    { holds: [{ ...hold, cents: 2500 }], feeCents: 2500, job: job('cancelled') },
    'capture 2500',
  ],
  [
    'cancelled with a fee, only a card',
    { card, feeCents: 2500, job: job('cancelled') },
    'charge 2500',
  ],
  ['cancelled with a fee, no card', { feeCents: 2500, job: job('cancelled') }, null],
  [
    'paid ahead, cancelled with a fee',
    { captures: [paid(12_999)], feeCents: 2500, job: job('cancelled') },
    'refund 10499',
  ],
  ['not done, undecided', { holds: [hold], job: notDone(48) }, null],
  ['not done, undecided, paid ahead', { captures: [paid(12_999)], job: notDone(48) }, null],
  ['not done, its time over', { holds: [hold], job: notDone(0) }, 'release 0'],
  [
    'not done, undecided, hold ran out',
    { holds: [{ ...hold, expiresAt: now }], job: notDone(48) },
    'release 0',
  ],
  ['held, completed', { holds: [hold], job: job('completed') }, 'capture 12999'],
  [
    'completed below the hold',
    { holds: [hold], job: job('completed'), adjustmentCents: -999 },
    'change 12000',
  ],
  ['completed above the hold', { holds: [hold], job: job('completed', 0, 1001) }, 'change 14000'],
  [
    'completed above a hold that cannot grow',
    { holds: [{ ...hold, canRaise: false }], job: job('completed', 0, 1001) },
    'capture 12999',
  ],
  [
    'completed below a hold that refused to shrink',
    { holds: [{ ...hold, fixed: true }], job: job('completed'), adjustmentCents: -999 },
    'capture 12999',
  ],
  [
    'completed for nothing',
    { holds: [hold], job: job('completed'), adjustmentCents: -12_999 },
    'release 0',
  ],
  ['capture refused', { holds: [{ ...hold, refused: true }], job: job('completed') }, 'release 0'],
  [
    'captured the hold, extras still owed',
    { card, captures: [paid(12_999)], holds: [ended], job: job('completed', 0, 1001) },
    'charge 1001',
  ],
  ['completed, only a card', { card, job: job('completed') }, 'charge 12999'],
  ['completed, no card', { job: job('completed') }, null],
  ['paid', { captures: [paid(12_999)], job: job('completed') }, null],
  ['paid ahead', { captures: [paid(12_999)], card, job: job('scheduled', 1) }, null],
  [
    'paid, lowered',
    { captures: [paid(12_999)], job: job('completed'), adjustmentCents: -2000 },
    'refund 2000',
  ],
  [
    'paid ahead, partly returned by a lost dispute, cancelled',
    { captures: [{ ...paid(12_999), lostCents: 5000 }], job: job('cancelled') },
    'refund 7999',
  ],
  // As when a check bounced that was given back in cash before: the customer has 70.00 already.
  [
    'the same, with more cash given back than received',
    {
      captures: [{ ...paid(12_999), lostCents: 5000 }],
      recordedCents: -2000,
      job: job('cancelled'),
    },
    'refund 5999',
  ],
  ['paid ahead, cancelled', { captures: [paid(12_999)], job: job('cancelled') }, 'refund 12999'],
  [
    'refund over two payments, the newest first',
    { captures: [paid(10_000), { ...paid(2999), paymentId: 'second' }], job: job('cancelled') },
    'refund 2999',
  ],
  [
    'refund failed before',
    { captures: [{ ...paid(12_999), refundBlocked: true }], job: job('cancelled') },
    null,
  ],
  ['told to read', { syncAt: now, holds: [hold], job: job('completed') }, 'read 0'],
  ['told to read later', { syncAt: hours(1), holds: [hold] }, null],
]

function onInvoice(status: PaymentAccount['job']['status']): PaymentAccount['job'] {
  return { ...job(status, 30), onInvoice: true }
}

function job(
  status: PaymentAccount['job']['status'],
  startsInHours = 100,
  extrasCents = 0,
): PaymentAccount['job'] {
  return { ...account().job, status, startsAt: hours(startsInHours), extrasCents }
}
function notDone(untilHours: number): PaymentAccount['job'] {
  return { ...job('cancelled'), feeDecisionUntil: hours(untilHours) }
}
function paid(capturedCents: number): Capture {
  return { ...capture, capturedCents }
}

describe('the next operation', () => {
  test.each(cases)('%s', (_name, given, expected) => {
    const step = nextOperation(account(given), now)
    expect(step && `${step.kind} ${step.cents}`).toBe(expected)
  })
})
