import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { PaymentStatusBadge } from './payment-status-badge.tsx'

interface PaymentsTableProps {
  payments: readonly Payment[]
  onAdjust: (payment: Payment) => void
}

export function PaymentsTable({ payments, onAdjust }: PaymentsTableProps) {
  const { timeZone } = useBusiness()
  return (
    <Table
      caption={t('Payments')}
      columns={columnsFor(timeZone, onAdjust)}
      rows={payments}
      rowKey={(payment) => payment.id}
    />
  )
}

function columnsFor(timeZone: string, onAdjust: (payment: Payment) => void): Column<Payment>[] {
  return [
    {
      key: 'customer',
      header: t('Customer'),
      main: true,
      sortBy: (payment) => payment.customerName,
      cell: (payment) => (
        <span className="block sm:max-w-52 sm:truncate" title={payment.customerName}>
          {payment.customerName}
        </span>
      ),
    },
    {
      key: 'job',
      header: t('Job'),
      className: 'sm:whitespace-nowrap',
      sortBy: (payment) => payment.jobNumber,
      cell: (payment) => <TextLink href={paths.job(payment.jobId)}>{payment.jobNumber}</TextLink>,
    },
    amountColumn('amount', t('Amount'), (payment) => payment.amount),
    amountColumn('held', t('Held'), (payment) => payment.heldAmount),
    amountColumn('captured', t('Captured'), (payment) => payment.capturedAmount),
    {
      key: 'status',
      header: t('Status'),
      sortBy: (payment) => payment.status,
      cell: (payment) => <PaymentStatusBadge status={payment.status} />,
    },
    {
      key: 'notes',
      header: t('Notes'),
      className: 'sm:min-w-40',
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
      className: 'sm:whitespace-nowrap',
      sortBy: (payment) => payment.createdAt,
      cell: (payment) => formatInstant(payment.createdAt, timeZone),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (payment) =>
        payment.status !== 'completed' && (
          <Button
            size="small"
            aria-label={t('Adjust Payment of {customer}, {number}', {
              customer: payment.customerName,
              number: payment.jobNumber,
            })}
            className="whitespace-nowrap"
            onClick={() => onAdjust(payment)}
          >
            {t('Adjust Payment')}
          </Button>
        ),
    },
  ]
}

function amountColumn(
  key: string,
  header: string,
  amountOf: (payment: Payment) => string,
): Column<Payment> {
  return {
    key,
    header,
    align: 'end',
    sortBy: (payment) => Number(amountOf(payment)),
    cell: (payment) => {
      const amount = amountOf(payment)
      // Nothing held and nothing captured stay blank: the table is quiet where nothing happened.
      const nothing = key !== 'amount' && Number(amount) === 0
      return !nothing && <Money amount={amount} />
    },
  }
}
