import { plural, t, text, translate } from '../texts/t.ts'
import { addDays, daysBetween, type LocalDate } from './calendar.ts'
import type { AdjustmentKind } from './visit-cost.ts'

/** How a business customer pays by invoice; unknown details are blank. */
export type Invoicing = {
  /** The billed company; blank for the customer's own name. */
  company: string
  /** Billing address. */
  address: string
  /** Mail address for invoices; blank for the customer's own. */
  email: string
  /** Reference printed on each invoice, such as a purchase order. */
  purchaseOrder: string
  /** Days until due, 0 to 90. */
  termsDays: number
}

export const maxTermsDays = 90

/** "Due within 30 days" */
export const describeTerms = (days: number): string =>
  days === 0
    ? t('Due on receipt')
    : plural(days, { one: 'Due within {count} day', other: 'Due within {count} days' })

/** An invoice's content besides number and dates, frozen at issue. Amounts are dollars, "129.99". */
export type InvoiceDocument = {
  business: { name: string; email: string; phone: string }
  billTo: { name: string } & Pick<Invoicing, 'company' | 'address' | 'purchaseOrder'>
  visit: { number: string; date: LocalDate; time: string; address: string; car: string }
  lines: { name: string; quantity: number; unitPrice: string; amount: string }[]
  cost: {
    lines: string
    amount: string
    /** Adjustments between lines and amount. */
    adjustments: { kind: AdjustmentKind; amount: string; words?: string; rate?: string }[]
    salesTax?: { amount: string }
  }
  termsDays: number
  /** Payment instructions in the office's words. */
  instructions: string
}

/** "2026-0001"; longer beyond 9999 a year. */
export const invoiceNumber = (year: number, nth: number): string =>
  `${year}-${String(nth).padStart(4, '0')}`

/** `overdue`: past due and not fully paid; `void`: no longer counts. */
export const invoiceStates = ['open', 'overdue', 'paid', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** Filters of the invoice list; `unpaid`: open, overdue or not. */
export const invoiceFilters = ['unpaid', ...invoiceStates] as const
export type InvoiceFilterStatus = (typeof invoiceFilters)[number]

export const invoiceStateLabels: Record<InvoiceFilterStatus, string> = {
  unpaid: text('To be paid'),
  open: text('state|Open'),
  overdue: text('Overdue'),
  paid: text('state|Paid'),
  void: text('Void'),
}

type Standing = { isVoid: boolean; openCents: number; dueOn: LocalDate }

/** The last day to pay an invoice of this business-local date in time. */
export const dueDate = (issuedOn: LocalDate, termsDays: number): LocalDate =>
  addDays(issuedOn, termsDays)

/** An invoice's state on a business-local date. */
export function invoiceState(
  { isVoid, openCents, dueOn }: Standing,
  today: LocalDate,
): InvoiceState {
  if (isVoid) return 'void'
  if (openCents <= 0) return 'paid'
  return dueOn < today ? 'overdue' : 'open'
}

/** Days an open invoice is late; 0 until the day after its due date. */
export const daysOverdue = (dueOn: LocalDate, today: LocalDate): number =>
  Math.max(0, daysBetween(dueOn, today))

/** "Overdue by 3 days", for the office. */
export const describeInvoiceState = ({
  state,
  overdueDays,
}: {
  state: InvoiceState
  overdueDays: number
}): string =>
  state === 'overdue'
    ? plural(overdueDays, {
        one: 'Overdue by {count} day',
        other: 'Overdue by {count} days',
      })
    : translate(invoiceStateLabels[state])

/** When customers are reminded: days before the due date (0 for none), and days after it. */
type InvoiceReminders = { before: number; after: readonly number[] }

/** Days within which a missed reminder is still sent. */
export const reminderLastsDays = 7

/**
 * The reminder for an open invoice on a business-local date: the latest one, as days after the due date, negative before it.
 * Null for none, for example if the invoice was issued after the reminder's day.
 */
export function invoiceReminder(
  { issuedOn, dueOn }: { issuedOn: LocalDate; dueOn: LocalDate },
  today: LocalDate,
  { before, after }: InvoiceReminders,
): number | null {
  const late = daysBetween(dueOn, today)
  const isAhead = late <= 0 && before > 0 && before < daysBetween(issuedOn, dueOn)
  const newest = Math.max(...after.filter((days) => days <= late), isAhead ? -before : -Infinity)
  return newest <= late && late - newest < reminderLastsDays ? newest : null
}
