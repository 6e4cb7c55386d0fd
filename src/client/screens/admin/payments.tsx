import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable } from '#client/app/list/list-table.tsx'
import { useAddressPart } from '#client/app/list/use-address-part.ts'
import { useList } from '#client/app/list/use-list.ts'
import { useBusiness } from '#client/app/session.ts'
import { ExportPayments } from '#client/features/payments/export-payments.tsx'
import { paymentColumns } from '#client/features/payments/payment-columns.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Field } from '#client/ui/field.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { type PaymentStatus, paymentStatuses } from '#shared/rules/payments.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

const AdjustPaymentDialog = lazyDialog(
  () => import('#client/features/payments/adjust-payment-dialog.tsx'),
)

export default function Payments() {
  const { timeZone } = useBusiness()
  const [chosen, setStatus] = useAddressPart('status')
  const status = paymentStatuses.find((one) => one === chosen)
  const [adjusting, setAdjusting] = useState<Payment | null>(null)
  const list = useList('GET /api/payments', {
    columns: paymentColumns(timeZone, setAdjusting),
    query: { status },
  })
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Payment Management')}
        back={{ href: paths.home, label: t('Dashboard') }}
        lede={list.total === null ? '\u00a0' : <Total {...list} status={status} />}
        actions={<ExportPayments />}
      />
      <ListTable
        list={list}
        caption={t('Payments')}
        failed={t('The payments could not be loaded')}
        search={t('Search customers and visits')}
        filters={<StatusFilter status={status} onChange={setStatus} />}
        empty={<NoPayments filtered={status !== undefined} onClear={() => setStatus('')} />}
      />
      {adjusting && <AdjustPaymentDialog payment={adjusting} onClose={() => setAdjusting(null)} />}
    </div>
  )
}

interface StatusFilterProps {
  status: PaymentStatus | undefined
  onChange: (status: string) => void
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <Field label={t('Status')} hideLabel className="max-sm:grow sm:w-44">
      <Select
        value={status ?? ''}
        onChange={(event) => onChange(event.target.value)}
        options={[
          { value: '', label: t('All statuses') },
          ...paymentStatuses.map((one) => ({ value: one, label: translate(statusLabel(one)) })),
        ]}
      />
    </Field>
  )
}

interface TotalProps {
  total: number | null
  capped: boolean
  status: PaymentStatus | undefined
}

function Total({ total, capped, status }: TotalProps) {
  const payments = capped
    ? plural(total ?? 0, { one: '', other: 'More than {count} payments' })
    : plural(total ?? 0, { one: '{count} payment', other: '{count} payments' })
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
