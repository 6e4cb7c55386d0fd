import { text } from '../texts/t.ts'
import { methodOfAccount, type RecordedMethod, recordedMethods } from './recorded-payments.ts'

/** Sums of ledger entries over a period, in cents; a key per method for money received without the card network. */
export type CloseFigures = Record<RecordedMethod, number> & {
  /** Captured for visits, without tips. */
  captured: number
  /** Refunded from that, minus failed refunds. */
  refunded: number
  /** Tips minus refunded tips. */
  tips: number
  /** Sales tax received minus refunded. */
  tax: number
  /** Held back for disputes, minus what came back for won ones; lost ones are still part of it. */
  heldBack: number
  /** The part of `heldBack` that stays with customers: lost disputes. */
  chargedBack: number
  /** Fees for late cancellations and visits not done. */
  cancelFees: number
  notDoneFees: number
}
/** Figures at sign-off. */
export type ClosedFigures = CloseFigures & { pending: number }

export const noFigures: CloseFigures = {
  captured: 0,
  refunded: 0,
  cash: 0,
  check: 0,
  terminal: 0,
  transfer: 0,
  other: 0,
  tips: 0,
  tax: 0,
  heldBack: 0,
  chargedBack: 0,
  cancelFees: 0,
  notDoneFees: 0,
}

/** Money for visits by card and otherwise minus refunds and what banks hold back for disputes, in cents, without tips. */
export const netOfFigures = ({ captured, refunded, heldBack, ...figures }: CloseFigures): number =>
  recordedMethods.reduce((sum, method) => sum + figures[method], captured - refunded - heldBack)

export function addFigures(a: CloseFigures, b: CloseFigures): CloseFigures {
  const sums = { ...a }
  for (const name of Object.keys(noFigures) as (keyof CloseFigures)[]) sums[name] += b[name]
  return sums
}

/** The sum of ledger entries with the same accounts. */
export type EntrySum = {
  debit: string
  credit: string
  /** The reversal of a failed refund. */
  reversal: boolean
  /** The visit's fee. */
  fee: 'cancelled' | 'not_done' | null
  cents: number
}

/** The figures of one such sum; unknown accounts add nothing. */
export function figuresOf({ debit, credit, reversal, fee, cents }: EntrySum): CloseFigures {
  const figures = { ...noFigures }
  const other = debit === 'cash' ? credit : debit
  if (debit === 'cash' || credit === 'cash') {
    const moved = debit === 'cash' ? cents : -cents
    if (other === 'tips_payable') figures.tips = moved
    else if (other === 'disputed') figures.heldBack = -moved
    else if (debit === 'cash' && !reversal) figures.captured = cents
    else figures.refunded = -moved
  }
  const [received, givenBack] = [methodOfAccount(debit), methodOfAccount(credit)]
  if (received) figures[received] += cents
  if (givenBack) figures[givenBack] -= cents
  // Later payments of lost money count under their method.
  if (debit === 'chargebacks' && credit === 'disputed') figures.chargedBack = cents
  if (credit === 'tax_payable') figures.tax = cents
  if (debit === 'tax_payable') figures.tax = -cents
  if (fee && isBilling(debit, credit)) {
    const billed = debit === 'receivable' ? cents : -cents
    if (fee === 'cancelled') figures.cancelFees = billed
    else figures.notDoneFees = billed
  }
  return figures
}

const isBilling = (debit: string, credit: string) =>
  (debit === 'receivable' && !isMoney(credit)) || (credit === 'receivable' && !isMoney(debit))

const isMoney = (account: string) => account === 'cash' || methodOfAccount(account) !== undefined

/** Kinds of differences between a day's ledger and the card network's list. */
export const differenceKinds = [
  /** Captured at the network, but a hold in our records. */
  'captured_there',
  'unknown_payment',
  /** Refunded in the network's dashboard. */
  'refunded_there',
  'unknown_refund',
  'captured_here',
  'refunded_here',
  'refund_failed_there',
  'amount',
  /** Known to both, on different days. */
  'other_day',
  /** Refunded another way after the card refused it. */
  'without_card',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const differenceLabels: Record<DifferenceKind, string> = {
  captured_there: text('Charged by the card network, not recorded here'),
  unknown_payment: text('A payment that was not made here'),
  refunded_there: text('Refunded in the card dashboard, not recorded here'),
  unknown_refund: text('A refund that was not made here'),
  captured_here: text('Recorded here, missing from the card network’s list'),
  refunded_here: text('Refund recorded here, missing from the card network’s list'),
  refund_failed_there: text('The refund failed at the card network'),
  amount: text('The amounts differ'),
  other_day: text('Booked on another day'),
  without_card: text('Refunded another way than the card'),
}

/** Why a comparison is outdated: booked since, or made before the end of the day. */
export const outdatings = ['booked', 'part'] as const
export type Outdated = (typeof outdatings)[number]

/** Kinds that need no action because they explain themselves. */
const selfExplained: ReadonlySet<DifferenceKind> = new Set(['other_day', 'without_card'])
export const explainsItself = (kind: DifferenceKind): boolean => selfExplained.has(kind)

/** Both sides' records of one payment or refund; refunds have negative cents. */
export type Sides = {
  /** On this day. */
  hereCents: number
  thereCents: number
  /** On any day; null if that side has no record. */
  hereEver: number | null
  thereEver: number | null
  /** Whether either side calls it a refund. */
  refund: boolean
  /** The network's refund has failed. */
  failedThere: boolean
  /** The payment has a hold or capture in our records. */
  known: boolean
  /** Refunded by the office without the card. */
  withoutCard: boolean
}

/** The kind of difference; null if none. */
export function differenceKind(sides: Sides): DifferenceKind | null {
  const { hereCents, thereCents, hereEver, thereEver, refund, known } = sides
  if (hereCents === thereCents) return null
  if (sides.withoutCard) return 'without_card'
  if (hereEver === null) {
    if (refund) return known ? 'refunded_there' : 'unknown_refund'
    return known ? 'captured_there' : 'unknown_payment'
  }
  if (thereEver === null) return refund ? 'refunded_here' : 'captured_here'
  if (hereEver === thereEver) return 'other_day'
  return sides.failedThere ? 'refund_failed_there' : 'amount'
}

/** Labels of ledger accounts; others show their name. */
const accountLabels: Record<string, string> = {
  cash: text('Card money'),
  cash_drawer: text('Cash received'),
  checks: text('Checks received'),
  terminal: text('Received at the card terminal'),
  bank: text('Received by transfer'),
  other_receipts: text('Received another way'),
  receivable: text('Due from customers'),
  revenue: text('Revenue'),
  disputed: text('Held back for disputes'),
  chargebacks: text('Lost in disputes'),
  tips_payable: text('Tips owed to technicians'),
  tax_billed: text('Sales tax billed'),
  tax_payable: text('Sales tax owed'),
  reserved: text('Held on cards'),
  card: text('Cards of customers'),
}
export const accountLabel = (account: string): string =>
  accountLabels[account] ?? account.replaceAll('_', ' ')
