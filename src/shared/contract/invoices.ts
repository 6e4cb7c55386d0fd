import * as z from 'zod/mini'
import { invoiceFilters, invoiceStates } from '../rules/invoices.ts'
import { csv, endpoints } from './endpoint.ts'
import { calendarDate, exportQuery, listQuery, money, uuid } from './fields.ts'

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  jobId: z.string(),
  jobNumber: z.string(),
  visitDate: calendarDate,
  /** The billed business, if named, and person. */
  billTo: z.string(),
  customerName: z.string(),
  /** The customer's page; null once erased. */
  customerId: z.nullable(z.string()),
  issuedOn: calendarDate,
  dueOn: calendarDate,
  amount: money,
  /** Recorded payments and the open rest; 0.00 for a void invoice. */
  paid: money,
  open: money,
  state: z.enum(invoiceStates),
  /** Days overdue; 0 if not. */
  overdueDays: z.number(),
})
export type Invoice = z.infer<typeof Invoice>

export const invoiceSorts = ['number', 'customer', 'due', 'amount', 'paid', 'open'] as const

const filters = {
  status: z.optional(z.enum(invoiceFilters)),
  customerId: z.optional(uuid()),
}
const shows = ['payments', 'jobs'] as const

export const invoices = endpoints({
  'GET /api/admin/invoices': {
    reads: 'much',
    summary:
      'Invoices, newest first; ?search in invoice number, billed name and visit number; ?status=unpaid for all open ones',
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...listQuery(invoiceSorts), ...filters }),
    response: z.array(Invoice),
  },
  'GET /api/admin/invoices/summary': {
    reads: 'much',
    summary:
      'Number and totals of the invoices matching the same search and filters: amount, paid, open and overdue, without void ones',
    allow: ['admin'],
    shows,
    query: z.strictObject({ search: exportQuery(invoiceSorts).search, ...filters }),
    response: z.object({
      found: z.number(),
      amount: money,
      paid: money,
      open: money,
      overdue: money,
    }),
  },
  'GET /api/admin/invoices/export': {
    reads: 'much',
    summary: "Invoices as CSV, with the list's search, filters and order",
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...exportQuery(invoiceSorts), ...filters }),
    response: csv,
  },
})
