import { currentSettings } from '#server/base/current-settings.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import { visitCostOf } from '#server/reads/costs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { recordedMethodLabels } from '#shared/rules/recorded-payments.ts'
import { t, translate } from '#shared/texts/t.ts'
import { findPayments, type WantedPayments } from './queries/payments.ts'
import { paymentTotals } from './queries/payment-totals.ts'
import { type PaymentRow, toPayment } from './queries.ts'

type Wanted = Omit<WantedPayments, 'limit'>

type Columns = {
  withDue: boolean
  withLater: boolean
  withTax: boolean
  withTips: boolean
  withRecorded: boolean
  withDisputes: boolean
  withRecovered: boolean
}

const header = ({
  withDue,
  withLater,
  withTax,
  withTips,
  withRecorded,
  withDisputes,
  withRecovered,
}: Columns) => [
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
  t('Card'),
  ...(withDue ? [t('Due now (USD)'), t('Due since'), t('Days due')] : []),
  ...(withLater ? [t('Due later (USD)')] : []),
  ...(withTax ? [t('Sales tax in the amount (USD)')] : []),
  ...(withTips ? [t('Tip (USD)')] : []),
  ...(withRecorded ? [t('Paid directly (USD)'), t('How it was paid')] : []),
  ...(withDisputes ? [t('Held back for disputes (USD)'), t('Lost in disputes (USD)')] : []),
  ...(withRecovered ? [t('Paid since (USD)')] : []),
]

/**
 * Payments as CSV with the list's filter and order. The screen's columns come first; amounts due, sales tax, tips,
 * direct payments and disputes last, if there are any. Instants are in UTC.
 */
export async function paymentsCsv(wanted: Wanted): Promise<AsyncIterable<string>> {
  const { tipsEnabled, salesTaxEnabled } = currentSettings()
  const { owed, later, tips, salesTax, recorded, disputed, chargedBack, recovered } =
    await paymentTotals(wanted)
  const columns = {
    withDue: owed > 0,
    withLater: later > 0,
    withTax: salesTaxEnabled || salesTax > 0,
    withTips: tipsEnabled || tips > 0,
    withRecorded: recorded > 0,
    withDisputes: disputed + chargedBack > 0,
    withRecovered: recovered > 0,
  }
  return csvLines(
    header(columns),
    exportPages(async (limit, cursor) => {
      const { rows, next } = await findPayments({ ...wanted, limit, cursor })
      return { rows: rows.map((row) => cellsOf(row, columns)), next }
    }),
  )
}

const moneyCell = (cents: number) => decimalCell(decimalFromCents(cents))

function cellsOf(
  row: PaymentRow,
  { withDue, withLater, withTax, withTips, withRecorded, withDisputes, withRecovered }: Columns,
): Cell[] {
  const payment = toPayment(row)
  const { disputedCents, lostCents, recoveredCents } = visitCostOf(row)
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
    payment.card ? cardName(payment.card) : '',
    ...(withDue
      ? [
          decimalCell(payment.due?.amount ?? '0.00'),
          payment.due?.since ?? '',
          payment.due?.days ?? '',
        ]
      : []),
    ...(withLater ? [decimalCell(payment.later ?? '0.00')] : []),
    ...(withTax ? [decimalCell(payment.salesTax ?? '0.00')] : []),
    ...(withTips ? [decimalCell(payment.tip?.amount ?? '0.00')] : []),
    ...(withRecorded
      ? [decimalCell(payment.recordedAmount ?? '0.00'), describeMethods(payment)]
      : []),
    ...(withDisputes ? [disputedCents, lostCents].map(moneyCell) : []),
    ...(withRecovered ? [moneyCell(recoveredCents)] : []),
  ]
}

/** "Cash, Check 1042", of what still counts. */
const describeMethods = ({ recorded }: ReturnType<typeof toPayment>): string =>
  recorded
    .filter(({ takenBack }) => !takenBack)
    .map(({ method, reference }) =>
      [translate(recordedMethodLabels[method]), reference].filter(Boolean).join(' '),
    )
    .join(', ')
