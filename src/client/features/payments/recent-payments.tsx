import { paths } from '#shared/rules/paths.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { formatRelative } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { PaymentStatusBadge } from './payment-status-badge.tsx'

const shownAtMost = 3

/** The newest payments, and the way to all of them. */
export function RecentPayments() {
  const list = usePaginatedQuery('GET /api/payments', { query: { limit: shownAtMost } })
  return (
    <Card
      title={t('Recent Job Payments')}
      action={<TextLink href={paths.payments}>{t('View All Payments')}</TextLink>}
    >
      {list.isPending && <Skeleton lines={6} />}
      {list.isError && !list.items && (
        <ErrorState
          title={t('The payments could not be loaded')}
          text={translate(list.error.message)}
          onRetry={() => void list.refetch()}
          pending={list.isFetching}
        />
      )}
      {list.items?.length === 0 && (
        <EmptyState
          title={t('No payments yet')}
          text={t('Every booked visit appears here with its payment.')}
        />
      )}
      <ul className="divide-y divide-line">
        {list.items?.slice(0, shownAtMost).map((payment) => (
          <li
            key={payment.id}
            className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{payment.customerName}</span>
              <span className="block text-sm text-soft">
                <TextLink href={paths.job(payment.jobId)} className="font-normal!">
                  {payment.jobNumber}
                </TextLink>
                {' · '}
                {formatRelative(payment.createdAt)}
              </span>
            </span>
            <span className="flex flex-none flex-col items-end gap-1">
              <Money amount={payment.amount} className="font-medium" />
              <PaymentStatusBadge status={payment.status} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
