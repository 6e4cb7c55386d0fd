import { currentSettings } from '#server/base/current-settings.ts'
import { decimalCell } from '#server/http/csv.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
import { visitCostOf } from '#server/reads/costs.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { recordedMethodLabels } from '#shared/rules/recorded-payments.ts'
import { t, translate } from '#shared/texts/t.ts'
import { findPayments, type WantedPayments } from './queries/payments.ts'
import { paymentTotals } from './queries/payment-totals.ts'
import { type PaymentRow, toPayment } from './queries.ts'

type Exported = {
  payment: Payment
  technician: string
  cost: ReturnType<typeof visitCostOf>
}

/**
 * Payments as CSV with the list's filter and order. The screen's columns come first; amounts due, sales tax, tips,
 * direct payments and disputes last, if there are any. Instants are in UTC.
 */
export async function paymentsCsv(
  wanted: Omit<WantedPayments, 'limit'>,
): Promise<AsyncIterable<string>> {
  const columns = columnsFor(await paymentTotals(wanted))
  return csvExport(columns, async (limit, cursor) => {
    const { rows, next } = await findPayments({ ...wanted, limit, cursor })
    const toExport = (row: PaymentRow): Exported => ({
      payment: toPayment(row),
      technician: row.technicianName ?? '',
      cost: visitCostOf(row),
    })
    return { rows: rows.map(toExport), next }
  })
}

const moneyCell = (cents: number) => decimalCell(decimalFromCents(cents))

function columnsFor(totals: Awaited<ReturnType<typeof paymentTotals>>): CsvColumn<Exported>[] {
  const { tipsEnabled, salesTaxEnabled } = currentSettings()
  const { owed, later, tips, salesTax, recorded, disputed, chargedBack, recovered } = totals
  const columns: CsvColumn<Exported>[] = [
    [t('Customer'), ({ payment }) => payment.customerName],
    [t('Job'), ({ payment }) => payment.jobNumber],
    [t('Amount (USD)'), ({ payment }) => decimalCell(payment.amount)],
    [t('Held (USD)'), ({ payment }) => decimalCell(payment.heldAmount)],
    [t('Captured (USD)'), ({ payment }) => decimalCell(payment.capturedAmount)],
    [t('Refunded (USD)'), ({ payment }) => decimalCell(payment.refundedAmount)],
    [t('Status'), ({ payment }) => listedPaymentStatus(payment.state)],
    [t('Notes'), ({ payment }) => payment.notes],
    [t('Created'), ({ payment }) => payment.createdAt],
    [t('State'), ({ payment }) => payment.state],
    [t('Job id'), ({ payment }) => payment.jobId],
    [t('Visit date'), ({ payment }) => payment.visitDate],
    [t('Technician'), ({ technician }) => technician],
    [t('Card'), ({ payment }) => (payment.card ? cardName(payment.card) : '')],
  ]
  if (owed > 0)
    columns.push(
      [t('Due now (USD)'), ({ payment }) => decimalCell(payment.due?.amount ?? '0.00')],
      [t('Due since'), ({ payment }) => payment.due?.since ?? ''],
      [t('Days due'), ({ payment }) => payment.due?.days ?? ''],
    )
  if (later > 0)
    columns.push([t('Due later (USD)'), ({ payment }) => decimalCell(payment.later ?? '0.00')])
  if (salesTaxEnabled || salesTax > 0)
    columns.push([
      t('Sales tax in the amount (USD)'),
      ({ payment }) => decimalCell(payment.salesTax ?? '0.00'),
    ])
  if (tipsEnabled || tips > 0)
    columns.push([t('Tip (USD)'), ({ payment }) => decimalCell(payment.tip?.amount ?? '0.00')])
  if (recorded > 0)
    columns.push(
      [t('Paid directly (USD)'), ({ payment }) => decimalCell(payment.recordedAmount ?? '0.00')],
      [t('How it was paid'), ({ payment }) => describeMethods(payment)],
    )
  if (disputed + chargedBack > 0)
    columns.push(
      [t('Held back for disputes (USD)'), ({ cost }) => moneyCell(cost.disputedCents)],
      [t('Lost in disputes (USD)'), ({ cost }) => moneyCell(cost.lostCents)],
    )
  if (recovered > 0)
    columns.push([t('Paid since (USD)'), ({ cost }) => moneyCell(cost.recoveredCents)])
  return columns
}

/** "Cash, Check 1042", of what still counts. */
const describeMethods = ({ recorded }: Payment): string =>
  recorded
    .filter(({ takenBack }) => !takenBack)
    .map(({ method, reference }) =>
      [translate(recordedMethodLabels[method]), reference].filter(Boolean).join(' '),
    )
    .join(', ')
