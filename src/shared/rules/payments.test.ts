import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isLargeAdjustment,
  listedPaymentStatuses,
  paymentStates,
  refundableCents,
  shownPaymentStatus,
  statesListedAs,
} from './payments.ts'

test.each([
  [100_000, false],
  [100_001, true],
  [1_000_000, true],
  [12_999, false],
  [0, false],
])('an amount of %s cents for a visit of $129.99 is large: %s', (toCents, large) => {
  expect(isLargeAdjustment(toCents, { quotedCents: 12_999, aboveCents: 100_000 })).toBe(large)
})

test('the amount may rise to three times the quote before confirmation', () => {
  const quote = { quotedCents: 50_000, aboveCents: 100_000 }
  expect([150_000, 150_001].map((toCents) => isLargeAdjustment(toCents, quote))).toEqual([
    false,
    true,
  ])
})

test('a refund never exceeds the payment, the amount due or what the network returns', () => {
  const cents = fc.nat(100_000)
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom(...paymentStates),
        amountCents: cents,
        paidCents: cents,
        returnableCents: cents,
      }),
      (payment) => {
        const most = refundableCents(payment)
        expect(most).toBeGreaterThanOrEqual(0)
        expect(most).toBeLessThanOrEqual(
          Math.min(payment.paidCents, payment.amountCents, payment.returnableCents),
        )
        if (shownPaymentStatus[payment.state] !== 'completed') expect(most).toBe(0)
      },
    ),
  )
})

test('every state is listed under one word, and uncharged visits are not listed as refunded', () => {
  const listed = listedPaymentStatuses.flatMap(statesListedAs)
  expect(listed.toSorted()).toEqual(paymentStates.toSorted())
  expect(statesListedAs('not_charged')).toEqual(['voiding', 'voided'])
  expect(statesListedAs('refunded')).toEqual(['refunded'])
})
