// The actions of crash.http.test.ts and their expected outcomes.

/** Where the process dies, and the request that calls the network there. */
export const crashes = [
  { point: 'before saveCard', during: 'hold' },
  { point: 'after saveCard', during: 'hold' },
  { point: 'before pay', during: 'hold' },
  { point: 'after pay', during: 'hold' },
  { point: 'before capture', during: 'complete' },
  { point: 'after capture', during: 'complete' },
  { point: 'before changeAmount', during: 'reduce' },
  { point: 'after changeAmount', during: 'reduce' },
  { point: 'after capture', during: 'reduce' },
  { point: 'before changeAmount', during: 'raise' },
  { point: 'after changeAmount', during: 'raise' },
  { point: 'after capture', during: 'raise' },
  { point: 'after capture', during: 'difference' },
  { point: 'before pay', during: 'difference' },
  { point: 'after pay', during: 'difference' },
  { point: 'before changeAmount', during: 'cancel' },
  { point: 'after changeAmount', during: 'cancel' },
  { point: 'after capture', during: 'cancel' },
  { point: 'before pay', during: 'pay' },
  { point: 'after pay', during: 'pay' },
  { point: 'before pay', during: 'tip' },
  { point: 'after pay', during: 'tip' },
  { point: 'before refund', during: 'refund' },
  { point: 'after refund', during: 'refund' },
  { point: 'before release', during: 'release' },
  { point: 'after release', during: 'release' },
] as const
export type During = (typeof crashes)[number]['during']

/** In cents. */
type Outcome = {
  state: string
  /** The office's price before completion. */
  adjusted?: string
  /** Booked with 8.25 percent sales tax: $140.71 instead of $129.99. */
  taxed?: true
  /** The network's charges, one payment each. */
  charged: number[]
  refunded?: number
  tip?: number
  /** Finally owed to the state; the rest of charges minus refunds is revenue. */
  tax?: number
}

/** Expected outcome of a visit interrupted there. */
export const outcomes: Record<During, Outcome> = {
  hold: { charged: [12_999], state: 'held' },
  complete: { taxed: true, charged: [14_071], tax: 1072, state: 'paid' },
  reduce: { adjusted: '100.00', taxed: true, charged: [10_000], tax: 762, state: 'paid' },
  raise: { adjusted: '200.00', taxed: true, charged: [20_000], tax: 1524, state: 'paid' },
  difference: {
    adjusted: '200.00',
    taxed: true,
    charged: [14_071, 5929],
    tax: 1524,
    state: 'paid',
  },
  cancel: { charged: [2500], state: 'paid' },
  pay: { charged: [12_999], state: 'paid' },
  tip: { taxed: true, charged: [14_071], tip: 2000, tax: 1072, state: 'paid' },
  refund: { taxed: true, charged: [14_071], refunded: 2000, tax: 920, state: 'paid' },
  release: { charged: [], state: 'voided' },
}
