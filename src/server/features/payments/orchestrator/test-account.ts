import type { Card, PaymentAccount, Hold, Capture } from './payment-account.ts'

/** A payment account for tests: a $129.99 visit in 100 hours, nothing paid, with parts to add. */
export const now = new Date('2026-11-24T15:00:00Z')
export const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

export const card: Card = {
  id: '00000000-0000-4000-8000-00000000000c',
  networkCardId: 'ccof:1',
  networkCustomerId: 'customer',
  brand: 'Visa',
  last4: '1111',
  expires: '2028-12',
  fingerprint: 'print',
  keptAt: null,
  toKeep: false,
  removedAt: null,
}

export const hold: Hold = {
  paymentId: 'held',
  cents: 12_999,
  expiresAt: hours(168),
  canRaise: true,
  fixed: false,
  refused: false,
  status: 'open',
}

export const capture: Capture = {
  paymentId: 'held',
  purpose: 'visit',
  capturedCents: 12_999,
  refundedCents: 0,
  refundBlocked: false,
  disputedCents: 0,
  lostCents: 0,
}

export function account(given: Partial<PaymentAccount> = {}): PaymentAccount {
  return {
    jobId: '00000000-0000-4000-8000-000000000001',
    jobNumber: 'FQ-1001',
    customer: { id: 'customer', name: 'Pat Person', email: 'pat@example.com' },
    job: {
      status: 'scheduled',
      packageCents: 12_999,
      addonsCents: 0,
      extrasCents: 0,
      taxRateBp: null,
      onInvoice: false,
      taxableCents: 0,
      startsAt: hours(100),
      completedAt: null,
      cancelledAt: null,
      feeDecisionUntil: null,
    },
    adjustmentCents: 0,
    feeCents: 0,
    tipCents: 0,
    recordedCents: 0,
    gaveBack: false,
    recoveredCents: 0,
    tipRecoveredCents: 0,
    billedCents: 0,
    billedTaxCents: 0,
    taxCollectedCents: 0,
    notifiedChargedCents: 0,
    notifiedRefundedCents: 0,
    card: null,
    cardTries: 0,
    retryAt: null,
    holdAsked: false,
    syncAt: null,
    lastDecline: null,
    lastTokenHash: null,
    enteredBy: null,
    operation: null,
    holds: [],
    captures: [],
    refunds: [],
    ...given,
  }
}
