import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobStatuses } from './jobs.ts'
import { adjustReasons } from './payments.ts'
import { type CostFacts, visitCost } from './visit-cost.ts'

const cents = fc.integer({ min: 0, max: 2_000_000 })

/** Any visit that the rules allow: prices, an admin who sets the amount some times, charges and refunds. */
const facts = fc
  .record({
    status: fc.constantFrom(...jobStatuses),
    packageCents: cents,
    addonsCents: cents,
    extrasCents: cents,
    laterCents: cents,
    feeCents: cents,
    heldCents: cents,
    capturedCents: cents,
    refundShare: fc.double({ min: 0, max: 1, noNaN: true }),
    set: fc.array(fc.record({ reason: fc.constantFrom(...adjustReasons), toCents: cents })),
    givenBackCents: cents,
  })
  .map(({ set, refundShare, laterCents, givenBackCents, ...rest }): CostFacts => {
    const lines = rest.packageCents + rest.addonsCents + rest.extrasCents
    let amount = lines
    const moved = set.map(({ reason, toCents }) => {
      const one = { reason, fromCents: amount, toCents, at: new Date(0) }
      amount = toCents
      return one
    })
    return {
      ...rest,
      // Extras that came after the adjustments, and what was given back at the card network.
      extrasCents: rest.extrasCents + laterCents,
      adjustmentCents: amount - lines - givenBackCents,
      refundedCents: Math.floor(rest.capturedCents * refundShare),
      moved,
      cancelledAt: rest.status === 'cancelled' ? new Date(0) : null,
    }
  })

const plain: CostFacts = {
  status: 'completed',
  packageCents: 12_999,
  addonsCents: 2500,
  extrasCents: 1398,
  adjustmentCents: 0,
  heldCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  moved: [],
  cancelledAt: null,
}
const moved = (fromCents: number, toCents: number) => ({
  reason: 'discount_applied' as const,
  fromCents,
  toCents,
  at: new Date(0),
})

describe('visitCost', () => {
  it('lines and adjustments always make the amount, charges and refunds what is paid, both what is open', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const cost = visitCost(one)
        const moves = cost.adjustments.reduce((sum, adjustment) => sum + adjustment.cents, 0)
        expect(cost.linesCents + moves).toBe(cost.amountCents)
        expect(cost.linesCents).toBe(cost.quotedCents + one.extrasCents)
        expect(cost.chargedCents - cost.refundedCents).toBe(cost.paidCents)
        expect(cost.amountCents - cost.paidCents).toBe(cost.dueCents - cost.excessCents)
        expect(Math.min(cost.dueCents, cost.excessCents)).toBe(0)
        expect(cost.amountCents).toBeGreaterThanOrEqual(0)
        for (const adjustment of cost.adjustments) expect(adjustment.cents).not.toBe(0)
      }),
    )
  })

  it('is package, add-ons and extras when nobody moved it', () => {
    expect(visitCost(plain)).toMatchObject({
      quotedCents: 15_499,
      linesCents: 16_897,
      amountCents: 16_897,
      dueCents: 16_897,
      adjustments: [],
    })
  })

  it('follows the adjustment, and extras added after it', () => {
    const adjusted = { ...plain, adjustmentCents: -6897, moved: [moved(16_897, 10_000)] }
    expect(visitCost(adjusted).amountCents).toBe(10_000)
    expect(visitCost({ ...adjusted, extrasCents: 2398 }).amountCents).toBe(11_000)
  })

  it('a refund at the card network is named as one', () => {
    const refunded = { ...plain, capturedCents: 16_897, refundedCents: 897, adjustmentCents: -897 }
    expect(visitCost(refunded)).toMatchObject({
      amountCents: 16_000,
      paidCents: 16_000,
      dueCents: 0,
      adjustments: [{ kind: 'refunded', cents: -897 }],
    })
  })

  it('cancelled costs nothing but its fee', () => {
    const cancelled = { ...plain, status: 'cancelled' as const, cancelledAt: new Date(0) }
    expect(visitCost(cancelled)).toMatchObject({ amountCents: 0, dueCents: 0, feeCents: 0 })
    expect(visitCost({ ...cancelled, feeCents: 2500, capturedCents: 2500 })).toMatchObject({
      amountCents: 2500,
      feeCents: 2500,
      dueCents: 0,
      adjustments: [
        { kind: 'cancelled', cents: -16_897 },
        { kind: 'fee', cents: 2500 },
      ],
    })
  })

  it('what was given back of a fee is named after it', () => {
    const at = new Date(1000)
    const givenBack = {
      ...plain,
      status: 'cancelled' as const,
      cancelledAt: new Date(0),
      feeCents: 1500,
      capturedCents: 2500,
      refundedCents: 1000,
      moved: [{ ...moved(2500, 1500), at }],
    }
    expect(visitCost(givenBack)).toMatchObject({
      amountCents: 1500,
      paidCents: 1500,
      dueCents: 0,
      adjustments: [
        { kind: 'cancelled', cents: -16_897 },
        { kind: 'fee', cents: 2500 },
        { kind: 'discount_applied', cents: -1000, at },
      ],
    })
  })

  it('a discount above what is left of the price takes no more than the price', () => {
    const lowered = {
      ...plain,
      extrasCents: 0,
      adjustmentCents: -16_897,
      moved: [moved(16_897, 0)],
    }
    expect(visitCost(lowered)).toMatchObject({
      amountCents: 0,
      adjustments: [{ kind: 'discount_applied', cents: -15_499 }],
    })
  })
})
