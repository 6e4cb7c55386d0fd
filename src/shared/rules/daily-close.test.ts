import { expect, test } from 'vitest'
import {
  addFigures,
  differenceKind,
  type EntrySum,
  figuresOf,
  netOfFigures,
  noFigures,
  type Sides,
} from './daily-close.ts'

const sum = (debit: string, credit: string, more: Partial<EntrySum> = {}) =>
  figuresOf({ debit, credit, reversal: false, fee: null, cents: 100, ...more })

test.each([
  ['a charge', sum('cash', 'receivable'), { captured: 100 }],
  ['a refund', sum('receivable', 'cash'), { refunded: 100 }],
  ['a refund that failed', sum('cash', 'receivable', { reversal: true }), { refunded: -100 }],
  ['a tip', sum('cash', 'tips_payable'), { tips: 100 }],
  ['a tip given back', sum('tips_payable', 'cash'), { tips: -100 }],
  [
    'a tip that could not be given back',
    sum('cash', 'tips_payable', { reversal: true }),
    { tips: 100 },
  ],
  ['tax received', sum('tax_billed', 'tax_payable'), { tax: 100 }],
  ['tax given back', sum('tax_payable', 'tax_billed'), { tax: -100 }],
  ['tax taken at once', sum('cash', 'tax_payable'), { captured: 100, tax: 100 }],
  ['a visit billed', sum('receivable', 'revenue'), {}],
  ['a transfer received', sum('bank', 'receivable'), { transfer: 100 }],
  ['cash received', sum('cash_drawer', 'receivable'), { cash: 100 }],
  ['cash given back', sum('receivable', 'cash_drawer'), { cash: -100 }],
  ['a transfer taken back', sum('receivable', 'bank'), { transfer: -100 }],
  ['a fee', sum('receivable', 'revenue', { fee: 'cancelled' }), { cancelFees: 100 }],
  ['its tax', sum('receivable', 'tax_billed', { fee: 'cancelled' }), { cancelFees: 100 }],
  ['a fee lowered', sum('revenue', 'receivable', { fee: 'not_done' }), { notDoneFees: -100 }],
  ['a fee charged', sum('cash', 'receivable', { fee: 'not_done' }), { captured: 100 }],
  ['a dispute', sum('disputed', 'cash'), { heldBack: 100 }],
  ['a dispute won', sum('cash', 'disputed'), { heldBack: -100 }],
  ['a dispute lost', sum('chargebacks', 'disputed'), { chargedBack: 100 }],
  ['a hold', sum('reserved', 'card'), {}],
  ['an account of later', sum('gift_cards', 'revenue'), {}],
])('%s', (_, figures, expected) => {
  expect(figures).toEqual({ ...noFigures, ...expected })
  expect(addFigures(figures, noFigures)).toEqual(figures)
})

test('refunds and what banks hold back are not collected, tips and tax do not count', () => {
  const figures = { ...noFigures, captured: 10_000, refunded: 2000, heldBack: 3000 }
  expect(netOfFigures({ ...figures, tips: 700, tax: 800, chargedBack: 3000 })).toBe(5000)
})

const same: Sides = {
  hereCents: 100,
  thereCents: 100,
  hereEver: 100,
  thereEver: 100,
  refund: false,
  failedThere: false,
  known: true,
  withoutCard: false,
}
const there = { ...same, hereCents: 0, hereEver: null }
const here = { ...same, thereCents: 0, thereEver: null }
const back = { refund: true, hereCents: -100, hereEver: -100, thereCents: -100, thereEver: -100 }

test.each([
  [null, same],
  ['captured_there', there],
  ['unknown_payment', { ...there, known: false }],
  ['refunded_there', { ...there, ...back, hereCents: 0, hereEver: null }],
  ['unknown_refund', { ...there, ...back, hereCents: 0, hereEver: null, known: false }],
  ['captured_here', here],
  ['refunded_here', { ...here, ...back, thereCents: 0, thereEver: null }],
  ['amount', { ...same, thereCents: 90, thereEver: 90 }],
  ['other_day', { ...same, hereCents: 0 }],
  ['other_day', { ...same, thereCents: 0 }],
  ['refund_failed_there', { ...same, ...back, thereCents: 0, thereEver: 0, failedThere: true }],
  // Its failure was booked on a later day.
  ['other_day', { ...same, ...back, hereEver: 0, thereCents: 0, thereEver: 0, failedThere: true }],
  ['without_card', { ...here, ...back, thereCents: 0, thereEver: null, withoutCard: true }],
] as const)('%s', (kind, sides) => {
  expect(differenceKind(sides)).toBe(kind)
})
