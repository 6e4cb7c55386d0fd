import { csvText } from '#server/http/csv.ts'
import { t } from '#shared/texts/t.ts'
import { findPayments } from './find-payments.ts'
import { toPayment } from './queries.ts'

const header = () => [
  t('Job'),
  t('Customer'),
  t('Amount (USD)'),
  t('Held (USD)'),
  t('Charged (USD)'),
  t('Refunded (USD)'),
  t('Status'),
  t('State'),
  t('Notes'),
  t('Created'),
  t('Job id'),
]
const batchSize = 2000

/** All payments as CSV, newest first, instants in UTC. Rows are read in batches; only their text is kept. */
export async function paymentsCsv(): Promise<string> {
  const parts: string[] = []
  let cursor: string | undefined
  do {
    const batch = await findPayments({ limit: batchSize, cursor })
    const rows = batch.rows
      .map(toPayment)
      .map((payment) => [
        payment.jobNumber,
        payment.customerName,
        payment.amount,
        payment.heldAmount,
        payment.capturedAmount,
        payment.refundedAmount,
        payment.status,
        payment.state,
        payment.notes,
        payment.createdAt,
        payment.jobId,
      ])
    parts.push(parts.length === 0 ? csvText(header(), rows) : moreLines(rows))
    cursor = batch.next
  } while (cursor)
  return parts.join('')
}

/** Lines without header and byte order mark: the first row stands where a header would. */
function moreLines([first, ...rest]: string[][]): string {
  return first ? csvText(first, rest).slice(1) : ''
}
