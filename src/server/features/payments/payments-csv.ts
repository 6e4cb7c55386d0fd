import { inLanguage } from '#server/base/language.ts'
import { csvLines } from '#server/http/csv.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import { currentLanguage, t } from '#shared/texts/t.ts'
import { findPayments, type WantedPayments } from './find-payments.ts'
import { type PaymentRow, toPayment } from './queries.ts'

const header = () => [
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
]
const batchSize = 1000

/**
 * Payments as CSV, found and ordered as the list is, the columns of the screen first, instants in UTC. Rows are read as
 * whoever asks takes them.
 */
export function paymentsCsv(wanted: Omit<WantedPayments, 'limit'>): AsyncIterable<string> {
  // Now, while the language of whoever asks is known.
  const language = currentLanguage()
  return csvLines(header(), rowsOf(wanted, language))
}

async function* rowsOf(wanted: Omit<WantedPayments, 'limit'>, language: string) {
  let cursor: string | undefined
  do {
    const batch = await findPayments({ ...wanted, limit: batchSize, cursor })
    yield inLanguage(language, () => batch.rows.map(cellsOf))
    cursor = batch.next
  } while (cursor)
}

function cellsOf(row: PaymentRow): string[] {
  const payment = toPayment(row)
  return [
    payment.customerName,
    payment.jobNumber,
    payment.amount,
    payment.heldAmount,
    payment.capturedAmount,
    payment.refundedAmount,
    listedPaymentStatus(payment.state),
    payment.notes,
    payment.createdAt,
    payment.state,
    payment.jobId,
    payment.visitDate,
    row.technicianName ?? '',
  ]
}
