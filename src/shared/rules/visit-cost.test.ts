import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobStatuses } from './jobs.ts'
import { adjustReasons } from './payments.ts'
import { salesTaxOn } from './sales-tax.ts'
import { type CostFacts, fullCents, salesTaxIn, lineKindOf, visitCost } from './visit-cost.ts'

const cents = fc.integer({ min: 0, max: 2_000_000 })

/** Any valid visit: prices, amounts set by an admin, charges and refunds. */
const facts = fc
  .record({
    status: fc.constantFrom(...jobStatuses),
    packageCents: cents,
    addonsCents: cents,
    extrasCents: cents,
    taxRateBp: fc.option(fc.integer({ min: 0, max: 2000 })),
    taxedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    laterCents: cents,
    feeCents: cents,
    heldCents: cents,
    capturedCents: cents,
    refundShare: fc.double({ min: 0, max: 1, noNaN: true }),
    set: fc.array(fc.record({ reason: fc.constantFrom(...adjustReasons), toCents: cents })),
    givenBackCents: cents,
  })
  .map(({ set, refundShare, taxedShare, laterCents, givenBackCents, ...rest }): CostFacts => {
    const lines = rest.packageCents + rest.addonsCents + rest.extrasCents
    const { taxRateBp } = rest
    const taxable = (of: number) => (taxRateBp === null ? 0 : Math.floor(of * taxedShare))
    const full = lines + salesTaxOn({ taxableCents: taxable(lines), taxRateBp })
    let amount = full
    const amountChanges = set.map(({ reason, toCents }) => {
      const one = { reason, fromCents: amount, toCents, at: new Date(0) }
      amount = toCents
      return one
    })
    return {
      ...rest,
      // Extras added after the adjustments, and refunds at the card network.
      extrasCents: rest.extrasCents + laterCents,
      taxableCents: taxable(lines + laterCents),
      adjustmentCents: amount - full - givenBackCents,
      refundedCents: Math.floor(rest.capturedCents * refundShare),
      moved: amountChanges,
      cancelledAt: rest.status === 'cancelled' ? new Date(0) : null,
    }
  })

const plain: CostFacts = {
  status: 'completed',
  packageCents: 12_999,
  addonsCents: 2500,
  extrasCents: 1398,
  taxRateBp: null,
  taxableCents: 0,
  adjustmentCents: 0,
  heldCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  moved: [],
  cancelledAt: null,
}
const amountChange = (fromCents: number, toCents: number) => ({
  reason: 'discount_applied' as const,
  fromCents,
  toCents,
  at: new Date(0),
})

describe('visitCost', () => {
  it('lines plus adjustments equal the amount, charges minus refunds equal paid, and both give what is open', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const cost = visitCost(one)
        const moves = cost.adjustments.reduce((sum, adjustment) => sum + adjustment.cents, 0)
        expect(cost.linesCents + moves).toBe(cost.amountCents)
        const kept = cost.feesAndDiscounts.reduce((sum, { cents }) => sum + cents, 0)
        expect(cost.linesCents).toBe(cost.quotedCents + one.extrasCents + kept)
        for (const { kind, cents } of cost.feesAndDiscounts)
          expect(lineKindOf({ kind, cents })).toBe(cents < 0 ? 'discount' : 'fee')
        expect(cost.chargedCents - cost.refundedCents).toBe(cost.paidCents)
        expect(cost.amountCents - cost.paidCents).toBe(cost.dueCents - cost.excessCents)
        expect(Math.min(cost.dueCents, cost.excessCents)).toBe(0)
        expect(cost.amountCents).toBeGreaterThanOrEqual(0)
        for (const adjustment of cost.adjustments) expect(adjustment.cents).not.toBe(0)
        const { cents: tax = 0 } = cost.salesTax ?? {}
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(cost.amountCents)
        const taxed = one.adjustmentCents === 0 && one.status !== 'cancelled'
        if (taxed) expect(tax).toBe(salesTaxOn(one))
        if (!one.taxRateBp) expect(cost.salesTax).toBeNull()
        if (one.status === 'cancelled') expect(tax).toBe(0)
      }),
    )
  })

  it('is package, add-ons and extras without adjustments', () => {
    expect(visitCost(plain)).toMatchObject({
      quotedCents: 15_499,
      linesCents: 16_897,
      amountCents: 16_897,
      dueCents: 16_897,
      adjustments: [],
    })
  })

  it.each([
    [{ capturedCents: 16_897 }, 16_897, 0, 0],
    [{ capturedCents: 10_000, recordedCents: 5000 }, 15_000, 1897, 0],
    [{ capturedCents: 16_897, refundedCents: 2000, recordedCents: 2500 }, 17_397, 0, 500],
    [{ recordedCents: 16_897 }, 16_897, 0, 0],
    // The bank gave the card's part back: the cash pays the visit, or some of it.
    [{ capturedCents: 16_897, lostCents: 16_897, recordedCents: 16_897 }, 16_897, 0, 0],
    [{ capturedCents: 16_897, lostCents: 16_897, recordedCents: 5000 }, 5000, 0, 0],
    [{ capturedCents: 16_897, lostCents: 16_897, recordedCents: 20_000 }, 20_000, 0, 3103],
    [{ capturedCents: 20_000, lostCents: 20_000 }, 0, 0, 0],
  ])('of %o, %i cents are paid, %i due and %i too much', (part, paid, due, excess) => {
    expect(visitCost({ ...plain, ...part })).toMatchObject({
      paidCents: paid,
      dueCents: due,
      excessCents: excess,
    })
  })

  const taxed = { ...plain, taxRateBp: 825, taxableCents: 16_897 }

  it('has sales tax on its taxable lines, rounded once', () => {
    expect(visitCost(taxed)).toMatchObject({
      linesCents: 16_897,
      amountCents: 18_291,
      salesTax: { cents: 1394, rateBp: 825 },
      adjustments: [{ kind: 'sales_tax', cents: 1394, rateBp: 825 }],
    })
    expect(visitCost({ ...taxed, taxableCents: 12_999 }).salesTax).toEqual({
      cents: 1072,
      rateBp: 825,
    })
  })

  it('keeps the tax rate when discounted, and a fee has none', () => {
    const half = { ...taxed, adjustmentCents: -9145, moved: [amountChange(18_291, 9146)] }
    expect(visitCost(half)).toMatchObject({
      amountCents: 9146,
      salesTax: { cents: 697 },
      linesCents: 7752,
      feesAndDiscounts: [{ kind: 'discount_applied', cents: -9145 }],
      adjustments: [{ kind: 'sales_tax', cents: 1394 }],
    })
    const cancelled = { ...taxed, status: 'cancelled' as const, feeCents: 2500 }
    expect(visitCost({ ...cancelled, cancelledAt: new Date(0) })).toMatchObject({
      amountCents: 2500,
      salesTax: { cents: 0 },
      adjustments: [
        { kind: 'sales_tax', cents: 1394 },
        { kind: 'cancelled', cents: -18_291 },
      ],
      feesAndDiscounts: [{ kind: 'fee', cents: 2500 }],
    })
  })

  it('refunded in parts, no cent of sales tax is lost or invented', () => {
    fc.assert(
      fc.property(facts, fc.array(fc.nat(5000), { maxLength: 12 }), (one, parts) => {
        let left = fullCents(one)
        let tax = salesTaxIn(left, one)
        let returned = 0
        for (const part of parts) {
          left = Math.max(0, left - part)
          const now = salesTaxIn(left, one)
          expect(now).toBeLessThanOrEqual(tax)
          returned += tax - now
          tax = now
        }
        expect(returned + tax).toBe(salesTaxIn(fullCents(one), one))
        expect(salesTaxIn(0, one)).toBe(0)
      }),
    )
  })

  it('follows the adjustment and later extras', () => {
    const adjusted = {
      ...plain,
      adjustmentCents: -6897,
      moved: [amountChange(16_897, 10_000)],
    }
    expect(visitCost(adjusted).amountCents).toBe(10_000)
    expect(visitCost({ ...adjusted, extrasCents: 2398 }).amountCents).toBe(11_000)
  })

  it('a refund at the card network is labeled as one', () => {
    const refunded = { ...plain, capturedCents: 16_897, refundedCents: 897, adjustmentCents: -897 }
    expect(visitCost(refunded)).toMatchObject({
      amountCents: 16_000,
      paidCents: 16_000,
      dueCents: 0,
      adjustments: [{ kind: 'refunded', cents: -897 }],
    })
  })

  it('cancelled costs only its fee', () => {
    const cancelled = { ...plain, status: 'cancelled' as const, cancelledAt: new Date(0) }
    expect(visitCost(cancelled)).toMatchObject({ amountCents: 0, dueCents: 0, feeCents: 0 })
    expect(visitCost({ ...cancelled, feeCents: 2500, capturedCents: 2500 })).toMatchObject({
      amountCents: 2500,
      feeCents: 2500,
      dueCents: 0,
      linesCents: 19_397,
      feesAndDiscounts: [{ kind: 'fee', cents: 2500 }],
      adjustments: [{ kind: 'cancelled', cents: -16_897 }],
    })
  })

  it('a refunded fee is labeled as one', () => {
    const at = new Date(1000)
    const givenBack = {
      ...plain,
      status: 'cancelled' as const,
      cancelledAt: new Date(0),
      feeCents: 1500,
      capturedCents: 2500,
      refundedCents: 1000,
      moved: [{ ...amountChange(2500, 1500), at }],
    }
    expect(visitCost(givenBack)).toMatchObject({
      amountCents: 1500,
      paidCents: 1500,
      dueCents: 0,
      feesAndDiscounts: [
        { kind: 'fee', cents: 2500 },
        { kind: 'discount_applied', cents: -1000, at },
      ],
      adjustments: [{ kind: 'cancelled', cents: -16_897 }],
    })
  })

  it('a discount above the remaining price takes no more than the price', () => {
    const lowered = {
      ...plain,
      extrasCents: 0,
      adjustmentCents: -16_897,
      moved: [amountChange(16_897, 0)],
    }
    expect(visitCost(lowered)).toMatchObject({
      amountCents: 0,
      feesAndDiscounts: [{ kind: 'discount_applied', cents: -15_499 }],
    })
  })
})
