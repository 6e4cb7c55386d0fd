import { t, text, translate } from '../texts/t.ts'
import type { LocalDate } from './calendar.ts'
import type { JobStatus } from './jobs.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from './money.ts'
import { withTip } from './tips.ts'
import type { CardPayments } from './paying.ts'
import type { PaymentState } from './payments.ts'
import { statusLabel } from './status-labels.ts'
import type { AdjustmentKind } from './visit-cost.ts'

export const adjustmentLabels: Record<AdjustmentKind, string> = {
  sales_tax: text('Sales tax'),
  discount_applied: text('Discount'),
  addon_service: text('Additional service'),
  customer_complaint: statusLabel('customer_complaint'),
  pricing_error: statusLabel('pricing_error'),
  other: text('Adjustment'),
  promotion: text('Promotion code'),
  plan: text('Membership plan'),
  refunded: text('Refunded by the office'),
  cancelled: text('Visit cancelled'),
  not_done: text('Service not done'),
  fee: text('Cancellation fee'),
  not_done_fee: text('Fee, service not done'),
}

/** An adjustment between lines and amount; with `rate`, in percent, it is sales tax. */
type Why = { kind: AdjustmentKind; words?: string | undefined; rate?: string | undefined }

/** The adjustment's label: its free-text reason, else its kind. */
export function adjustmentLabel({ kind, words, rate }: Why): string {
  if (rate) return t('Sales tax {rate}%', { rate })
  if (kind === 'promotion' && words) return t('Code {code}', { code: words })
  if (kind === 'plan' && words) return t('{plan} discount', { plan: words })
  return words || translate(adjustmentLabels[kind])
}

type Format = (amount: string) => string

type Changed<A extends Why> = {
  feesAndDiscounts?: readonly (A & { amount: string })[] | undefined
  adjustments: readonly (A & { amount: string })[]
}

/** All that makes a visit cost other than its package, add-ons and extras. */
export const changesOf = <A extends Why>({
  feesAndDiscounts = [],
  adjustments,
}: Changed<A>): (A & { amount: string })[] => [...feesAndDiscounts, ...adjustments]

/** Reasons a visit costs other than its taxed lines, such as "Discount: -$29.99". Cancelled and not done are shown elsewhere. */
export function describeAdjustments(cost: Changed<Why>, format: Format): string[] {
  return changesOf(cost)
    .filter(({ kind }) => !isEnd(kind) && kind !== 'sales_tax')
    .map((one) => `${adjustmentLabel(one)}: ${format(one.amount)}`)
}

/** Whether it only marks that the visit ended without service. */
export const isEnd = (kind: AdjustmentKind): boolean => kind === 'cancelled' || kind === 'not_done'

type Explained = Parameters<typeof describeAdjustments>[0] & {
  amount: string
  lines: string
  salesTax?: { amount: string } | undefined
}

/** The cost, and why it differs from the lines: "$100.00 instead of $129.99 (Discount: -$29.99)". */
export function explainAmount(cost: Explained, format: Format): string {
  const amount = format(cost.amount)
  const reasons = describeAdjustments(cost, format).join(', ')
  const before = withSalesTax(cost)
  const price =
    cost.amount === before || !reasons
      ? amount
      : t('{amount} instead of {before} ({reasons})', { amount, before: format(before), reasons })
  const { salesTax } = cost
  if (!hasSalesTax(salesTax)) return price
  return t('{price}, sales tax of {tax} included', { price, tax: format(salesTax.amount) })
}

/** Package, add-ons and extras with sales tax, before other changes, as a decimal string. */
export const withSalesTax = ({
  lines,
  feesAndDiscounts = [],
  adjustments,
}: Omit<Explained, 'amount'>): string => {
  const sum = (changes: readonly { amount: string }[]) =>
    changes.reduce((total, { amount }) => total + centsFromDollars(Number(amount)), 0)
  const tax = adjustments.filter(({ kind }) => kind === 'sales_tax')
  return decimalFromCents(centsOf(lines) - sum(feesAndDiscounts) + sum(tax))
}

/** Changes other than sales tax. */
const otherAdjustments = <A extends Why>(cost: Changed<A>): (A & { amount: string })[] =>
  changesOf(cost).filter(({ kind }) => kind !== 'sales_tax')

const hasSalesTax = (salesTax: Explained['salesTax']): salesTax is { amount: string } =>
  salesTax !== undefined && isSome(salesTax.amount)

/** "Sales tax of $10.72 included", a line under a price; empty without sales tax. */
export const describeIncludedTax = (
  { salesTax }: Pick<Explained, 'salesTax'>,
  format: Format,
): string[] =>
  hasSalesTax(salesTax) ? [t('Sales tax of {tax} included', { tax: format(salesTax.amount) })] : []

/** A row for the sales tax within the amount, if the row above shows another amount's. */
export function describeSalesTax({
  salesTax,
  ...cost
}: Omit<Explained, 'amount'>): { label: string; amount: string }[] {
  if (!hasSalesTax(salesTax) || otherAdjustments(cost).length === 0) return []
  return [{ label: t('Includes sales tax'), amount: salesTax.amount }]
}

const centsOf = (amount: string) => centsFromDecimal(amount) ?? 0

type Balance = {
  due: string
  excess: string
  disputed?: string | undefined
  chargedBack?: string | undefined
  recovered?: string | undefined
}

/** What disputes returned to the customer and was not paid since, in cents. */
const missingOf = ({
  chargedBack = '0.00',
  recovered = '0.00',
}: Pick<Balance, 'chargedBack' | 'recovered'>): number => centsOf(chargedBack) - centsOf(recovered)

/** Rows for open amounts between business and customer, and those in dispute; empty when settled. */
export function describeBalance({ due, excess, disputed = '0.00', ...lost }: Balance) {
  const rows = [
    { label: t('Held back for a dispute'), amount: disputed },
    { label: t('Returned by the bank after a dispute'), amount: decimalFromCents(missingOf(lost)) },
    { label: t('Still to pay'), amount: due },
    { label: t('To be refunded'), amount: excess },
  ]
  return rows.filter(({ amount }) => isSome(amount))
}

type Amounts = Record<'held' | 'paid' | 'refunded' | 'due' | 'excess', string> &
  Pick<Balance, 'disputed' | 'chargedBack' | 'recovered'> & { toReturn?: string | undefined }

/** Whether no money was moved, is held or is due, as when the whole price was waived. */
export const isNothingToPay = ({
  held,
  paid,
  refunded,
  due,
  excess,
  chargedBack = '0.00',
}: Amounts): boolean => ![held, paid, refunded, due, excess, chargedBack].some(isSome)

/** Rows for the tip and the sum with it, under the total; empty without a tip. */
export function describeTip({ amount, tip }: { amount: string; tip?: string | undefined }) {
  if (tip === undefined) return []
  return [
    { label: t('Tip'), amount: tip },
    { label: t('Total with tip'), amount: withTip(amount, { tip }) },
  ]
}

export const paidLabel = (cost: Amounts): string =>
  isNothingToPay(cost) ? t('Nothing to pay') : t('Paid')

const isSome = (amount: string) => (centsFromDecimal(amount) ?? 0) > 0

type Money = {
  status: JobStatus
  paymentState: PaymentState
  cost: Amounts
  invoice?: { dueOn: LocalDate } | undefined
}

/** A sentence about the visit's money for its customer, or `forOffice`; `format` and `formatDate` format amounts and days. */
export function describeMoney(
  { status, paymentState, cost, invoice }: Money,
  { cardPayments }: CardPayments,
  format: Format,
  formatDate: Format,
  { forOffice = false }: { forOffice?: boolean } = {},
): string {
  if (status !== 'cancelled' && isNothingToPay(cost)) return t('Nothing to pay')
  if (cost.toReturn && cost.toReturn === cost.excess)
    return forOffice
      ? t('{amount} to give back', { amount: format(cost.toReturn) })
      : t('Our office will return {amount} to you', { amount: format(cost.toReturn) })
  if (isSome(cost.excess))
    return forOffice
      ? t('{amount} is on its way back', { amount: format(cost.excess) })
      : t('{amount} is on its way back to you', { amount: format(cost.excess) })
  if (cost.disputed)
    return forOffice
      ? t('{amount} is held back for a dispute', { amount: format(cost.disputed) })
      : t('Your bank is reviewing {amount} that you disputed', { amount: format(cost.disputed) })
  const missing = missingOf(cost)
  if (missing > 0)
    return forOffice
      ? t('{amount} was lost in a dispute', { amount: format(decimalFromCents(missing)) })
      : t('Your bank returned {amount} to you', { amount: format(decimalFromCents(missing)) })
  if (isSome(cost.refunded) && !isSome(cost.paid))
    return t('{amount} was refunded', { amount: format(cost.refunded) })
  if (paymentState === 'on_invoice' && invoice && isSome(cost.due))
    return describeOnInvoice(cost, formatDate(invoice.dueOn), format)
  if (isSome(cost.paid) && isSome(cost.due))
    return t('{paid} paid, {due} still to pay', { paid: format(cost.paid), due: format(cost.due) })
  if (isSome(cost.paid) && isSome(cost.refunded))
    return t('Paid, {amount} was refunded', { amount: format(cost.refunded) })
  if (paymentState === 'held' && isSome(cost.held) && cost.held !== cost.due)
    return forOffice
      ? t('{amount} reserved on the card', { amount: format(cost.held) })
      : t('{amount} reserved on your card', { amount: format(cost.held) })
  if (status === 'cancelled' && (paymentState === 'none' || paymentState === 'card_saved'))
    return t('Nothing was charged')
  if (paymentState === 'none' && !cardPayments) return describeUncharged(status, forOffice)
  return describeState(paymentState, forOffice)
}

/** The same for an open invoice. */
function describeOnInvoice(cost: Amounts, date: string, format: Format): string {
  return isSome(cost.paid)
    ? t('On invoice, due {date}: {paid} paid, {due} still to pay', {
        date,
        paid: format(cost.paid),
        due: format(cost.due),
      })
    : t('On invoice, due {date}', { date })
}

/** The same without a card and without card payments. */
function describeUncharged(status: JobStatus, forOffice: boolean): string {
  if (status === 'cancelled') return t('Nothing was charged')
  if (status === 'completed') return t('Balance due')
  return forOffice ? t('Paid after the visit') : t('You pay after the visit')
}

function describeState(state: PaymentState, forOffice: boolean): string {
  const words: Record<PaymentState, string> = {
    none: t('No card yet'),
    card_saved: t('Card saved'),
    authorizing: forOffice ? t('Being reserved on the card') : t('Being reserved on your card'),
    held: forOffice ? t('Reserved on the card') : t('Reserved on your card'),
    expired: t('Reservation expired'),
    settling: t('Being charged'),
    balance_due: t('Balance due'),
    paid: t('state|Paid'),
    refunding: t('Refund on its way'),
    refunded: t('state|Refunded'),
    voiding: t('Nothing was charged'),
    voided: t('Nothing was charged'),
    failed: t('Payment failed'),
    on_invoice: t('On invoice'),
    invoice_paid: t('state|Paid'),
  }
  return words[state]
}
