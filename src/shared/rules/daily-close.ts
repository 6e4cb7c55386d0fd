import { text } from '../texts/t.ts'

/** Sums of the ledger entries of a stretch of time, in cents. */
export type CloseFigures = {
  /** Taken for visits, tips apart. */
  captured: number
  /** Given back of that; refunds that failed come off again. */
  refunded: number
  /** What came in for invoices, at the bank, less what was taken back. */
  byInvoice: number
  /** Tips taken, less those given back. */
  tips: number
  /** Sales tax received, less what was given back. */
  tax: number
  /** Billed for visits that were cancelled late, and for those that could not be done. */
  cancelFees: number
  notDoneFees: number
}
/** The figures as they were signed off. */
export type ClosedFigures = CloseFigures & { pending: number }

export const noFigures: CloseFigures = {
  captured: 0,
  refunded: 0,
  byInvoice: 0,
  tips: 0,
  tax: 0,
  cancelFees: 0,
  notDoneFees: 0,
}

/** Taken for visits, by card and by invoice, less what was given back, in cents, tips apart. */
export const netOfFigures = ({
  captured,
  refunded,
  byInvoice,
}: Pick<CloseFigures, 'captured' | 'refunded' | 'byInvoice'>) => captured + byInvoice - refunded

export function addFigures(a: CloseFigures, b: CloseFigures): CloseFigures {
  return {
    captured: a.captured + b.captured,
    refunded: a.refunded + b.refunded,
    byInvoice: a.byInvoice + b.byInvoice,
    tips: a.tips + b.tips,
    tax: a.tax + b.tax,
    cancelFees: a.cancelFees + b.cancelFees,
    notDoneFees: a.notDoneFees + b.notDoneFees,
  }
}

/** What ledger entries with the same accounts come to together. */
export type EntrySum = {
  debit: string
  credit: string
  /** A refund that failed, taken back. */
  reversal: boolean
  /** Of the visit it is about. */
  fee: 'cancelled' | 'not_done' | null
  cents: number
}

/** What one such sum adds to the figures. Accounts it knows nothing of add nothing. */
export function figuresOf({ debit, credit, reversal, fee, cents }: EntrySum): CloseFigures {
  const figures = { ...noFigures }
  const other = debit === 'cash' ? credit : debit
  if (debit === 'cash' || credit === 'cash') {
    const moved = debit === 'cash' ? cents : -cents
    if (other === 'tips_payable') figures.tips = moved
    else if (debit === 'cash' && !reversal) figures.captured = cents
    else figures.refunded = -moved
  }
  if (debit === 'bank') figures.byInvoice = cents
  if (credit === 'bank') figures.byInvoice = -cents
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

const isMoney = (account: string) => account === 'cash' || account === 'bank'

/** How a day's ledger and the card network's own list of it may differ. */
export const differenceKinds = [
  /** Charged at the network, of a payment that we know as a hold. */
  'captured_there',
  'unknown_payment',
  /** Given back in the network's dashboard. */
  'refunded_there',
  'unknown_refund',
  'captured_here',
  'refunded_here',
  'refund_failed_there',
  'amount',
  /** Both know it, on different days. */
  'other_day',
  /** Given back another way after the card would not take it. */
  'without_card',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const differenceLabels: Record<DifferenceKind, string> = {
  captured_there: text('Charged at the card network, not booked here'),
  unknown_payment: text('A payment that is not one of ours'),
  refunded_there: text('Refunded in the card dashboard, not booked here'),
  unknown_refund: text('A refund that is not one of ours'),
  captured_here: text('Booked here, not in the card network’s list'),
  refunded_here: text('Refund booked here, not in the card network’s list'),
  refund_failed_there: text('The refund failed at the card network'),
  amount: text('The amounts differ'),
  other_day: text('Booked on another day'),
  without_card: text('Given back without the card'),
}

/** A comparison may be older than what was booked, or than the end of the day, which it then has in part. */
export const outdatings = ['booked', 'part'] as const
export type Outdated = (typeof outdatings)[number]

/** Those that need nobody: what they are says why. */
const selfExplained: ReadonlySet<DifferenceKind> = new Set(['other_day', 'without_card'])
export const explainsItself = (kind: DifferenceKind): boolean => selfExplained.has(kind)

/** What either side says of one payment or refund; cents below 0 where money was given back. */
export type Sides = {
  /** Of the day. */
  hereCents: number
  thereCents: number
  /** Of all days; null where that side has nothing of it. */
  hereEver: number | null
  thereEver: number | null
  /** A refund, by what either side calls it. */
  refund: boolean
  /** The network's refund has failed. */
  failedThere: boolean
  /** The payment it is about has a hold or a capture of ours. */
  known: boolean
  /** Given back by the office without the card. */
  withoutCard: boolean
}

/** What a difference is called; null where there is none. */
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

/** What accounts of the ledger are called; one that is not here is called by its name. */
const accountLabels: Record<string, string> = {
  cash: text('Card money'),
  bank: text('Received on invoices'),
  receivable: text('Owed by customers'),
  revenue: text('Revenue'),
  tips_payable: text('Tips owed to technicians'),
  tax_billed: text('Sales tax billed'),
  tax_payable: text('Sales tax owed'),
  reserved: text('Reserved on cards'),
  card: text('Cards of customers'),
}
export const accountLabel = (account: string): string =>
  accountLabels[account] ?? account.replaceAll('_', ' ')
