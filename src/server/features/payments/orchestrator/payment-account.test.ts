import { expect, test } from 'vitest'
import { account, capture } from './test-account.ts'
import { type PaymentAccount, taxCollectedOf } from './payment-account.ts'

/** $100.00 with 8.25 percent. */
const job = { ...account().job, packageCents: 10_000, taxableCents: 10_000, taxRateBp: 825 }
const paid = (capturedCents: number, refundedCents = 0): Partial<PaymentAccount> => ({
  job,
  captures: [{ ...capture, capturedCents, refundedCents }],
})

test.each<[string, Partial<PaymentAccount>, number]>([
  ['nothing', { job }, 0],
  ['half', paid(5413), 413],
  ['everything', paid(10_825), 825],
  ['too much', paid(20_000), 825],
  ['too much after a discount of half', { ...paid(10_825), adjustmentCents: -5412 }, 413],
  ['everything, half refunded', { ...paid(10_825, 5412), adjustmentCents: -5412 }, 413],
  ['a tip', { ...paid(0), captures: [{ ...capture, purpose: 'tip', capturedCents: 500 }] }, 0],
  ['a fee', { ...paid(2500), feeCents: 2500, job: { ...job, status: 'cancelled' } }, 0],
])('of %s paid, the sales tax is collected', (_, given, tax) => {
  expect(taxCollectedOf(account(given))).toBe(tax)
})
