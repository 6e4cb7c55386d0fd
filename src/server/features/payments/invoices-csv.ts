import { decimalCell } from '#server/http/csv.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
import type { Invoice } from '#shared/contract/invoices.ts'
import { invoiceStateLabels } from '#shared/rules/invoices.ts'
import { t, translate } from '#shared/texts/t.ts'
import { findInvoices, type WantedInvoices } from './queries/invoices.ts'

const columns = (): CsvColumn<Invoice>[] => [
  [t('Invoice number'), ({ number }) => number],
  [t('Bill to'), ({ billTo }) => billTo],
  [t('Customer'), ({ customerName }) => customerName],
  [t('Visit'), ({ jobNumber }) => jobNumber],
  [t('Visit date'), ({ visitDate }) => visitDate],
  [t('Issued on'), ({ issuedOn }) => issuedOn],
  [t('Due on'), ({ dueOn }) => dueOn],
  [t('Amount (USD)'), ({ amount }) => decimalCell(amount)],
  [t('Paid (USD)'), ({ paid }) => decimalCell(paid)],
  [t('Open (USD)'), ({ open }) => decimalCell(open)],
  [t('Status'), ({ state }) => translate(invoiceStateLabels[state])],
  [t('Days overdue'), ({ overdueDays }) => overdueDays],
]

/** Invoices as CSV, filtered and sorted like the list, with business-local dates. */
export const invoicesCsv = (wanted: Omit<WantedInvoices, 'limit'>): AsyncIterable<string> =>
  csvExport(columns(), (limit, cursor) => findInvoices({ ...wanted, limit, cursor }))
