import { ClearFilters, DateFilters, FilterSelect } from '#client/app/list/filters.tsx'
import type { ListColumn } from '#client/app/list/list-table.tsx'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { aDate, anId, oneOf, useFilters } from '#client/app/search-params.ts'
import { TextLink } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import {
  listedPaymentStatus,
  paymentFilters,
  type PaymentFilterStatus,
} from '#shared/rules/payments.ts'
import { formatAmount, formatDay, formatInstant } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { type OpenPaymentDialog, PaymentActions } from './payment-actions.tsx'
import { paymentLabel, PaymentStatusBadge } from './recent-payments.tsx'

type PaymentColumn = ListColumn<'GET /api/payments'>

export function paymentColumns(timeZone: string, onOpen: OpenPaymentDialog): PaymentColumn[] {
  return [
    {
      key: 'customer',
      header: t('Customer'),
      main: true,
      sortBy: (payment) => payment.customerName,
      cell: (payment) => (
        <span
          className="block wrap-anywhere md:line-clamp-2 md:max-w-52 md:min-w-32"
          title={payment.customerName}
        >
          <PayerName payment={payment} />
        </span>
      ),
    },
    {
      key: 'job',
      header: t('Job'),
      className: 'md:whitespace-nowrap',
      sortBy: (payment) => payment.jobNumber,
      cell: (payment) => (
        <>
          <TextLink href={officePaths.officeVisit(payment.jobId)}>{payment.jobNumber}</TextLink>
          <span className="block text-sm text-soft">{formatDay(payment.visitDate)}</span>
        </>
      ),
    },
    amountColumn('amount', t('Amount'), 'amount'),
    amountColumn('held', t('Held'), 'heldAmount'),
    amountColumn('captured', t('Captured'), 'capturedAmount'),
    {
      key: 'status',
      header: t('Status'),
      sortBy: (payment) => listedPaymentStatus(payment.state),
      cell: (payment) => <PaymentStatusBadge payment={payment} />,
    },
    {
      key: 'due',
      header: t('payment|Due'),
      className: 'md:min-w-24',
      sortBy: ({ due }) => due?.since,
      cell: describeDue,
    },
    {
      key: 'notes',
      header: t('Notes'),
      className: 'md:min-w-28',
      cell: (payment) =>
        payment.notes && (
          <span className="line-clamp-2 max-w-80 text-soft" title={payment.notes}>
            {payment.notes}
          </span>
        ),
    },
    {
      key: 'created',
      header: t('Created'),
      className: 'md:whitespace-nowrap',
      sortBy: (payment) => payment.createdAt,
      cell: (payment) => formatInstant(payment.createdAt, timeZone),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (payment) => <PaymentActions payment={payment} onOpen={onOpen} />,
    },
  ]
}

/** "$129.99 due for 12 days", or what is due later; null for neither. */
function describeDue({ due, later }: Payment): string | null {
  if (later) return t('{amount} due later', { amount: formatAmount(later) })
  if (!due) return null
  const amount = formatAmount(due.amount)
  if (due.days > 0)
    return plural(
      due.days,
      { one: '{amount} due for {count} day', other: '{amount} due for {count} days' },
      { amount },
    )
  return t('{amount} due on {date}', { amount, date: formatDay(due.since) })
}

function amountColumn(
  key: 'amount' | 'held' | 'captured',
  header: string,
  field: 'amount' | 'heldAmount' | 'capturedAmount',
): PaymentColumn {
  return {
    key,
    header,
    align: 'end',
    sortBy: (payment) => Number(payment[field]),
    // Zero amounts stay blank to keep the table quiet.
    cell: (payment) =>
      isBlank(payment, key, field) ? null : (
        <>
          {(key === 'amount' || Number(payment[field]) !== 0) && <Money amount={payment[field]} />}
          {key === 'amount' && payment.salesTax && Number(payment.salesTax) !== 0 && (
            <span className="block text-sm text-soft">
              {t('{amount} sales tax', { amount: formatAmount(payment.salesTax) })}
            </span>
          )}
          {key === 'captured' && Number(payment.refundedAmount) !== 0 && (
            <span className="block text-sm text-soft">
              {t('{amount} refunded', { amount: formatAmount(payment.refundedAmount) })}
            </span>
          )}
          {key === 'captured' && payment.recordedAmount && (
            <span className="block text-sm text-soft">
              {t('{amount} paid directly', { amount: formatAmount(payment.recordedAmount) })}
            </span>
          )}
          {key === 'captured' && payment.tip && Number(payment.tip.amount) !== 0 && (
            <span className="block text-sm text-soft">
              {t('+ {amount} tip', { amount: formatAmount(payment.tip.amount) })}
            </span>
          )}
        </>
      ),
  }
}

/** Whether the cell stays blank, so phone cards omit the line. */
function isBlank(payment: Payment, key: string, field: 'amount' | 'heldAmount' | 'capturedAmount') {
  if (key === 'amount' || Number(payment[field]) !== 0) return false
  const { refundedAmount, recordedAmount, tip } = payment
  const others = [refundedAmount, recordedAmount, tip?.amount]
  return key === 'held' || others.every((amount) => Number(amount ?? 0) === 0)
}

/** The customer's name and link; neither once deleted. */
function PayerName({ payment: { customerId, customerName } }: { payment: Payment }) {
  if (!customerId) return customerName || t('Deleted customer')
  return (
    <TextLink href={officePaths.customer(customerId)}>{customerName || t('Customer')}</TextLink>
  )
}

export const usePaymentFilters = () =>
  useFilters({ status: oneOf(paymentFilters), technicianId: anId, from: aDate, to: aDate })

export function filterLabel(status: PaymentFilterStatus): string {
  if (status === 'owed') return t('payment|Due now')
  if (status === 'later') return t('Due later')
  if (status === 'disputed') return t('Disputed')
  return status === 'reserved' ? t('Held on cards') : translate(paymentLabel(status))
}

export function PaymentFilters(filtering: ReturnType<typeof usePaymentFilters>) {
  const { filters, set } = filtering
  return (
    <>
      <FilterSelect
        label={t('Status')}
        all={t('All statuses')}
        className="max-sm:w-[calc(50%-0.375rem)]"
        value={filters.status}
        onChange={(status) => set({ status })}
        options={paymentFilters.map((value) => ({ value, label: filterLabel(value) }))}
      />
      <FilterSelect
        label={t('Technician')}
        all={t('All technicians')}
        className="max-sm:w-[calc(50%-0.375rem)] sm:w-48"
        value={filters.technicianId}
        onChange={(technicianId) => set({ technicianId })}
        options={useTechnicians()}
      />
      <DateFilters
        from={filters.from}
        to={filters.to}
        of={{ name: t('Day of the visit'), from: t('Visit from') }}
        onChange={set}
      />
      <ClearFilters {...filtering} />
    </>
  )
}

/** All technicians, including former ones, whose payments remain. */
function useTechnicians(): { value: string; label: string }[] {
  const here = useCall('GET /api/admin/technicians').data ?? []
  const left = useCall('GET /api/admin/technicians', { query: { state: 'deactivated' } }).data ?? []
  return [
    ...here.filter(({ status }) => status === 'active'),
    ...left.filter((one) => here.every(({ id }) => id !== one.id)),
  ].map((one) => ({ value: one.id, label: personName(one) }))
}
