import { CreditCard } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { ExportButton } from '#client/app/export-button.tsx'
import { ListTable } from '#client/app/list/list-table.tsx'
import { useSearchParam } from '#client/app/use-search-param.ts'
import { useList } from '#client/app/list/use-list.ts'
import { useBusiness } from '#client/app/session.ts'
import { usePaymentDialog } from '#client/features/payments/payment-actions.tsx'
import { PaidDirectly } from '#client/features/payments/paid-directly.tsx'
import { paymentColumns } from '#client/features/payments/payment-columns.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Field } from '#client/ui/field.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Select } from '#client/ui/select.tsx'
import { type ListedPaymentStatus, listedPaymentStatuses } from '#shared/rules/payments.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

export default function Payments() {
  const { timeZone } = useBusiness()
  const [chosen, setStatus] = useSearchParam('status')
  const status = listedPaymentStatuses.find((one) => one === chosen)
  const { openDialog, dialog } = usePaymentDialog()
  const list = useList('GET /api/payments', {
    columns: paymentColumns(timeZone, openDialog),
    query: { status },
  })
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Payment Management')}
        back={{ href: paths.home, label: t('Dashboard') }}
        lede={list.total === null ? '\u00a0' : countWords(list.total, list.capped, status)}
        actions={
          <ExportButton
            url={exportOf({ status, search: list.search, sort: list.sort })}
            name="payment-data"
            saved={{ title: t('Export successful') }}
            failed={{ title: t('Export failed'), description: t('Unable to export payment data.') }}
          >
            {t('Export Data')}
          </ExportButton>
        }
      />
      <div className="mb-4 empty:hidden">
        <PaidDirectly />
      </div>
      <ListTable
        list={list}
        caption={t('Payments')}
        failed={t('The payments could not be loaded')}
        search={t('Search customers and visits')}
        filters={
          <Field label={t('Status')} hideLabel className="max-sm:grow sm:w-44">
            <Select
              value={status ?? ''}
              onChange={(event) => setStatus(event.target.value)}
              options={[
                { value: '', label: t('All statuses') },
                ...listedPaymentStatuses.map((one) => ({
                  value: one,
                  label: translate(statusLabel(one)),
                })),
              ]}
            />
          </Field>
        }
        empty={
          <EmptyState
            icon={<CreditCard />}
            {...(status
              ? {
                  title: t('No payments with this status'),
                  action: <Button onClick={() => setStatus('')}>{t('Show all')}</Button>,
                }
              : {
                  title: t('No payments yet'),
                  text: t('Every booked visit appears here with its payment.'),
                })}
          />
        }
      />
      {dialog}
    </div>
  )
}

/** The file of what is listed: the same filter, search and order. */
function exportOf(shown: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(shown)) if (value) query.set(name, value.slice(0, 100))
  return query.size > 0 ? `${paths.paymentsExport}?${query}` : paths.paymentsExport
}

/** How many there are, at least so many when `capped`, of that status. */
function countWords(
  total: number,
  capped: boolean,
  status: ListedPaymentStatus | undefined,
): string {
  const payments = capped
    ? plural(total, { one: '', other: 'More than {count} payments' })
    : plural(total, { one: '{count} payment', other: '{count} payments' })
  return status ? `${payments} · ${translate(statusLabel(status))}` : payments
}
