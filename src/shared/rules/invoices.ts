import { plural, t, text, translate } from '../texts/t.ts'
import { addDays, daysBetween, type LocalDate } from './calendar.ts'
import type { AdjustmentKind } from './visit-cost.ts'

/** How a customer who is a business pays by invoice; what is blank nobody has said. */
export type Invoicing = {
  /** Whom the invoice is for; blank: the customer by their own name. */
  company: string
  /** Where the invoice is addressed to. */
  address: string
  /** Where invoices are mailed to; blank: the customer's own address. */
  email: string
  /** What the customer wants to read on each, as a purchase order. */
  purchaseOrder: string
  /** Days until it is due, 0 to 90. */
  termsDays: number
}

export const longestTermsDays = 90

/** "Due within 30 days" */
export const describeTerms = (days: number): string =>
  days === 0
    ? t('Due on receipt')
    : plural(days, { one: 'Due within {count} day', other: 'Due within {count} days' })

/** All that an invoice says beside its number and days, as it was when it was issued. Amounts are dollars, "129.99". */
export type InvoiceDocument = {
  business: { name: string; email: string; phone: string }
  billTo: { name: string } & Pick<Invoicing, 'company' | 'address' | 'purchaseOrder'>
  visit: { number: string; date: LocalDate; time: string; address: string; car: string }
  lines: { name: string; quantity: number; unitPrice: string; amount: string }[]
  cost: {
    lines: string
    amount: string
    /** What leads from the lines to the amount. */
    adjustments: { kind: AdjustmentKind; amount: string; words?: string; rate?: string }[]
    salesTax?: { amount: string }
  }
  termsDays: number
  /** How to pay, in the words of the office. */
  instructions: string
}

/** "2026-0001"; wider once there are more than 9999 in a year. */
export const invoiceNumber = (year: number, nth: number): string =>
  `${year}-${String(nth).padStart(4, '0')}`

/** `overdue`: its day is over and something of it is open; `void`: it counts no more. */
export const invoiceStates = ['open', 'overdue', 'paid', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** What the list of invoices can be filtered by; `unpaid`: open, overdue or not. */
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

/** The last day on which an invoice of this business-local day is paid in time. */
export const dueDate = (issuedOn: LocalDate, termsDays: number): LocalDate =>
  addDays(issuedOn, termsDays)

/** Where an invoice stands on a business-local day. */
export function invoiceState(
  { isVoid, openCents, dueOn }: Standing,
  today: LocalDate,
): InvoiceState {
  if (isVoid) return 'void'
  if (openCents <= 0) return 'paid'
  return dueOn < today ? 'overdue' : 'open'
}

/** How many days an open invoice is late; 0 until the day after it was due. */
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

/** When customers are reminded of an invoice: so many days before it is due (0: not), and so many after. */
export type InvoiceReminders = { before: number; after: readonly number[] }

/** A reminder that nobody could send on its day is still sent within so many days. */
export const reminderLastsDays = 7

/**
 * The reminder that an open invoice has on a business-local day: the newest, as days after it was due, below 0 before.
 * Null for none, as before one that was issued no earlier than its reminder.
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
