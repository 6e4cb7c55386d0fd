import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { ExportPayments } from '#client/features/payments/export-payments.tsx'
import { PaymentsTable } from '#client/features/payments/payments-table.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Field } from '#client/ui/field.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { type PaymentStatus, paymentStatuses } from '#shared/rules/payments.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

const pageSize = 100

const AdjustPaymentDialog = lazyDialog(
  () => import('#client/features/payments/adjust-payment-dialog.tsx'),
)

export default function Payments() {
  const [status, setStatus] = useStatusFilter()
  const [adjusting, setAdjusting] = useState<Payment | null>(null)
  const list = usePaginatedQuery('GET /api/payments', { query: { limit: pageSize, status } })
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Payment Management')}
        back={{ href: paths.home, label: t('Dashboard') }}
        lede={list.total === null ? '\u00a0' : <Total count={list.total} status={status} />}
        actions={
          <>
            <StatusFilter status={status} onChange={setStatus} />
            <ExportPayments />
          </>
        }
      />
      <Card flush className="overflow-hidden [&>div]:pt-0!">
        {list.isPending && (
          <div className="p-5">
            <Skeleton lines={12} />
          </div>
        )}
        {list.isError && !list.items && (
          <ErrorState
            title={t('The payments could not be loaded')}
            text={translate(list.error.message)}
            onRetry={() => void list.refetch()}
            pending={list.isFetching}
          />
        )}
        {list.items?.length === 0 && (
          <NoPayments filtered={status !== undefined} onClear={() => setStatus(undefined)} />
        )}
        {list.items && list.items.length > 0 && (
          <PaymentsTable payments={list.items} onAdjust={setAdjusting} />
        )}
      </Card>
      {list.hasNextPage && list.items && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          <p className="text-sm text-soft">
            {t('The newest {shown} of {total}. Sorting covers these.', {
              shown: list.items.length,
              total: list.total ?? list.items.length,
            })}
          </p>
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
      {adjusting && <AdjustPaymentDialog payment={adjusting} onClose={() => setAdjusting(null)} />}
    </div>
  )
}

/** The filter lives in the address, so that it can be linked to and survives going back. */
function useStatusFilter() {
  const [query, setQuery] = useSearchParams()
  const status = paymentStatuses.find((one) => one === query.get('status'))
  const choose = (next: PaymentStatus | undefined) =>
    setQuery(next ? { status: next } : {}, { replace: true })
  return [status, choose] as const
}

interface StatusFilterProps {
  status: PaymentStatus | undefined
  onChange: (status: PaymentStatus | undefined) => void
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <Field label={t('Status')} hideLabel className="w-44">
      <Select
        value={status ?? ''}
        onChange={(event) => onChange(paymentStatuses.find((one) => one === event.target.value))}
        options={[
          { value: '', label: t('All statuses') },
          ...paymentStatuses.map((one) => ({ value: one, label: translate(statusLabel(one)) })),
        ]}
      />
    </Field>
  )
}

function Total({ count, status }: { count: number; status: PaymentStatus | undefined }) {
  const payments = plural(count, { one: '{count} payment', other: '{count} payments' })
  return status ? `${payments} · ${translate(statusLabel(status))}` : payments
}

function NoPayments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <EmptyState
        icon={<CreditCard />}
        title={t('No payments with this status')}
        action={<Button onClick={onClear}>{t('Show all')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={<CreditCard />}
      title={t('No payments yet')}
      text={t('Every booked visit appears here with its payment.')}
    />
  )
}
