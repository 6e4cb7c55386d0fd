import { currentSettings } from '#server/base/current-settings.ts'
import { inLanguage } from '#server/base/language.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import { currentLanguage, t } from '#shared/texts/t.ts'
import { findPayments, type WantedPayments } from './find-payments.ts'
import { paymentTotals } from './queries/payment-totals.ts'
import { type PaymentRow, toPayment } from './queries.ts'

type Wanted = Omit<WantedPayments, 'limit'>

const header = (withTips: boolean) => [
  t('Customer'),
  t('Job'),
  t('Amount (USD)'),
  t('Held (USD)'),
  t('Captured (USD)'),
  t('Refunded (USD)'),
  t('Status'),
  t('Notes'),
  t('Created'),
  t('State'),
  t('Job id'),
  t('Visit date'),
  t('Technician'),
  ...(withTips ? [t('Tip (USD)')] : []),
]
const batchSize = 1000

/**
 * Payments as CSV, found and ordered as the list is, the columns of the screen first, tips last where there are any,
 * instants in UTC. Rows are read as whoever asks takes them.
 */
export async function paymentsCsv(wanted: Wanted): Promise<AsyncIterable<string>> {
  const withTips = currentSettings().tipsEnabled || (await paymentTotals(wanted)).tips > 0
  return csvLines(header(withTips), rowsOf(wanted, withTips, currentLanguage()))
}

async function* rowsOf(wanted: Wanted, withTips: boolean, language: string) {
  let cursor: string | undefined
  do {
    const batch = await findPayments({ ...wanted, limit: batchSize, cursor })
    yield inLanguage(language, () => batch.rows.map((row) => cellsOf(row, withTips)))
    cursor = batch.next
  } while (cursor)
}

function cellsOf(row: PaymentRow, withTips: boolean): Cell[] {
  const payment = toPayment(row)
  return [
    payment.customerName,
    payment.jobNumber,
    decimalCell(payment.amount),
    decimalCell(payment.heldAmount),
    decimalCell(payment.capturedAmount),
    decimalCell(payment.refundedAmount),
    listedPaymentStatus(payment.state),
    payment.notes,
    payment.createdAt,
    payment.state,
    payment.jobId,
    payment.visitDate,
    row.technicianName ?? '',
    ...(withTips ? [decimalCell(payment.tip?.amount ?? '0.00')] : []),
  ]
}
