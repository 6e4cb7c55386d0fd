import { currentSettings } from '#server/base/current-settings.ts'
import { csvLines, decimalCell } from '#server/http/csv.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'
import { findPayments, type WantedPayments } from './find-payments.ts'
import { paymentTotals } from './payment-totals.ts'
import { toPayment } from './queries.ts'

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
const batchSize = 2000

/**
 * Payments as CSV, found and ordered as the list is, the columns of the screen first, tips last where there are any,
 * instants in UTC. Rows are read in
 * batches; only their text is kept.
 */
export async function paymentsCsv(wanted: Omit<WantedPayments, 'limit'>): Promise<string> {
  const withTips = currentSettings().tipsEnabled || (await paymentTotals(wanted)).tips > 0
  let text = ''
  for await (const lines of csvLines(header(withTips), pages(wanted, withTips))) text += lines
  return text
}

async function* pages(wanted: Omit<WantedPayments, 'limit'>, withTips: boolean) {
  let cursor: string | undefined
  do {
    const batch = await findPayments({ ...wanted, limit: batchSize, cursor })
    yield batch.rows.map((row) => {
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
    })
    cursor = batch.next
  } while (cursor)
}
