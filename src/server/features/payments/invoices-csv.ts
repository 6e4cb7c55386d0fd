import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { Invoice } from '#shared/contract/invoices.ts'
import { invoiceStateLabels } from '#shared/rules/invoices.ts'
import { t, translate } from '#shared/texts/t.ts'
import { findInvoices, type WantedInvoices } from './queries/invoices.ts'

type Wanted = Omit<WantedInvoices, 'limit'>

const header = () => [
  t('Invoice number'),
  t('Bill to'),
  t('Customer'),
  t('Visit'),
  t('Visit date'),
  t('Issued on'),
  t('Due on'),
  t('Amount (USD)'),
  t('Paid (USD)'),
  t('Open (USD)'),
  t('Status'),
  t('Days overdue'),
]

/** Invoices as CSV, filtered and sorted like the list, with business-local dates. */
export const invoicesCsv = (wanted: Wanted): AsyncIterable<string> =>
  csvLines(
    header(),
    exportPages(async (limit, cursor) => {
      const { rows, next } = await findInvoices({ ...wanted, limit, cursor })
      return { rows: rows.map(cellsOf), next }
    }),
  )

const cellsOf = (one: Invoice): Cell[] => [
  one.number,
  one.billTo,
  one.customerName,
  one.jobNumber,
  one.visitDate,
  one.issuedOn,
  one.dueOn,
  decimalCell(one.amount),
  decimalCell(one.paid),
  decimalCell(one.open),
  translate(invoiceStateLabels[one.state]),
  one.overdueDays,
]
