import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  declineMessages,
  holdAheadDays,
  holdDays,
  isFinalDecline,
  isLargeAdjustment,
  listedPaymentStatuses,
  type PaymentState,
  paymentStates,
  refundableCents,
  savesCard,
  scheduledHoldAt,
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

test.each<[PaymentState, number, number, number, number]>([
  ['paid', 12_999, 12_999, 12_999, 12_999],
  // Less than the cost, because some was refunded or not returned by the network.
  ['paid', 10_000, 10_000, 12_999, 10_000],
  ['paid', 12_999, 12_999, 4000, 4000],
  // $29.99 is already on its way back.
  ['refunding', 10_000, 12_999, 12_999, 10_000],
  ['refunding', 10_000, 12_999, 11_000, 8001],
  ['invoice_paid', 12_999, 12_999, 0, 0],
  ['balance_due', 12_999, 5000, 5000, 0],
  ['held', 12_999, 0, 0, 0],
  ['refunded', 0, 0, 0, 0],
])('%s, costs %i, paid %i, returnable %i: %i can be refunded', (state, ...cents) => {
  const [amountCents, paidCents, returnableCents, most] = cents
  expect(refundableCents({ state, amountCents, paidCents, returnableCents })).toBe(most)
})

const hourMs = 3_600_000
const noon = new Date('2026-11-24T18:00:00Z')
test.each([
  [6.5 * 24, false],
  [6.5 * 24 + 1, true],
  [48, false],
  [-1, false],
])('a card for a visit in %i hours is only saved: %s', (hours, saved) => {
  expect(savesCard(new Date(noon.getTime() + hours * hourMs), noon)).toBe(saved)
})

test('a hold outlives the visit it was placed for, and is placed 48 hours before', () => {
  expect(holdDays).toBe(7)
  expect(holdAheadDays).toBeLessThan(holdDays)
  expect(noon.getTime() - scheduledHoldAt(noon).getTime()).toBe(48 * hourMs)
})

test('only a plain decline and missing money may work later with the same card', () => {
  const reasons = Object.keys(declineMessages) as (keyof typeof declineMessages)[]
  expect(reasons.filter((reason) => !isFinalDecline(reason))).toEqual([
    'declined',
    'insufficient_funds',
  ])
})

test('every state is listed under one word, and uncharged visits are not listed as refunded', () => {
  const listed = listedPaymentStatuses.flatMap(statesListedAs)
  expect(listed.toSorted()).toEqual(paymentStates.toSorted())
  expect(statesListedAs('not_charged')).toEqual(['voiding', 'voided'])
  expect(statesListedAs('refunded')).toEqual(['refunded'])
})
