import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { List } from '#client/app/list/list.tsx'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { formatRelative } from '#shared/texts/format.ts'
import type { Payment } from '#shared/contract/payments.ts'
import {
  type ListedPaymentStatus,
  listedPaymentStatus,
  type PaymentState,
} from '#shared/rules/payments.ts'
import { disputeLabels } from '#shared/rules/disputes.ts'
import { paymentStatusColors } from '#shared/rules/status-colors.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, text, translate } from '#shared/texts/t.ts'

const shownAtMost = 3

export function RecentPayments() {
  const list = usePaginatedQuery('GET /api/payments', { query: { limit: shownAtMost } })
  return (
    <Card
      title={t('Recent Job Payments')}
      action={<TextLink href={paths.payments}>{t('View All Payments')}</TextLink>}
    >
      <List
        list={list}
        failed={t('The payments could not be loaded')}
        loading={<Skeleton className="h-50 w-full" />}
        empty={
          <EmptyState
            title={t('No payments yet')}
            text={t('Every booked visit appears here with its payment.')}
          />
        }
      >
        {(payments) => (
          <ul className="divide-y divide-line">
            {payments.slice(0, shownAtMost).map((payment) => (
              <li
                key={payment.id}
                className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0"
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium">{payment.customerName}</span>
                  <span className="block text-sm text-soft">
                    <TextLink
                      href={officePaths.officeVisit(payment.jobId)}
                      className="font-normal!"
                    >
                      {payment.jobNumber}
                    </TextLink>
                    {' · '}
                    {formatRelative(payment.createdAt)}
                  </span>
                </span>
                <span className="flex flex-none flex-col items-end gap-1">
                  <Money amount={payment.amount} className="font-medium" />
                  <PaymentStatusBadge payment={payment} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}

/** Status of a payment; released holds do not show as refunds. */
export function PaymentStatusBadge({
  payment: { state, disputes },
}: {
  payment: { state: PaymentState; disputes?: Payment['disputes'] }
}) {
  const status = listedPaymentStatus(state)
  const dispute = disputes?.findLast(({ state: one }) => one !== 'won' && one !== 'closed')
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge color={paymentStatusColors[status]}>
        {translate(paymentLabel(status))}
      </StatusBadge>
      {dispute && <StatusBadge color="red">{translate(disputeLabels[dispute.state])}</StatusBadge>}
    </span>
  )
}

/** Label of a payment's status; other languages may need another form of 'Completed' than for a visit. */
export const paymentLabel = (status: ListedPaymentStatus): string =>
  status === 'completed' ? text('payment|Completed') : statusLabel(status)
