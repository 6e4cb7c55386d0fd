import { inLanguage } from '#server/base/language.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import type { Invoice } from '#shared/contract/invoices.ts'
import { invoiceStateLabels } from '#shared/rules/invoices.ts'
import { currentLanguage, t, translate } from '#shared/texts/t.ts'
import { findInvoices, type WantedInvoices } from './find-invoices.ts'

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
const batchSize = 1000

/** Invoices as CSV, found and ordered as the list is, business-local dates; read as whoever asks takes them. */
export const invoicesCsv = (wanted: Wanted): AsyncIterable<string> =>
  csvLines(header(), rowsOf(wanted, currentLanguage()))

async function* rowsOf(wanted: Wanted, language: string) {
  let cursor: string | undefined
  do {
    const batch = await findInvoices({ ...wanted, limit: batchSize, cursor })
    yield inLanguage(language, () => batch.rows.map(cellsOf))
    cursor = batch.next
  } while (cursor)
}

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
