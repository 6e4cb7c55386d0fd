import { CreditCard } from 'lucide-react'
import { ExportButton, exportUrl } from '#client/app/export-button.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { useBusiness } from '#client/app/session.ts'
import { usePaymentDialog } from '#client/features/payments/payment-actions.tsx'
import {
  filterLabel,
  paymentColumns,
  PaymentFilters,
  usePaymentFilters,
} from '#client/features/payments/payment-list.tsx'
import { PaymentTotals } from '#client/features/payments/totals.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import type { PaymentFilterStatus } from '#shared/rules/payments.ts'
import { plural, t } from '#shared/texts/t.ts'

export default function Payments() {
  const { timeZone } = useBusiness()
  const filtering = usePaymentFilters()
  const { filters, isFiltered, clear } = filtering
  const { openDialog, dialog } = usePaymentDialog()
  const list = useList('GET /api/payments', {
    columns: paymentColumns(timeZone, openDialog),
    query: filters,
  })
  const query = { ...filters, search: list.search.slice(0, 100) || undefined }
  const all = <Button onClick={clear}>{t('Clear filters')}</Button>
  return (
    <Page
      wide
      title={t('Payment Management')}
      back={{ href: paths.home, label: t('Dashboard') }}
      lede={list.total === null ? '\u00a0' : countWords(list.total, list.capped, filters.status)}
      actions={
        <>
          <LinkButton href={paths.invoices}>{t('Invoices')}</LinkButton>
          <LinkButton href={paths.close}>{t('Daily close')}</LinkButton>
          <ExportButton
            url={exportUrl(fileUrls.paymentsExport, { ...query, sort: list.sort })}
            name="payment-data"
            saved={{ title: t('Export successful') }}
            failed={{
              title: t('Export failed'),
              description: t('Unable to export payment data.'),
            }}
          >
            {t('Export Data')}
          </ExportButton>
        </>
      }
    >
      <PaymentTotals query={query} />
      <ListTable
        list={list}
        caption={t('Payments')}
        failed={t('The payments could not be loaded')}
        search={t('Search name, visit number or amount')}
        filters={<PaymentFilters {...filtering} />}
        empty={
          <EmptyState
            icon={<CreditCard />}
            {...(isFiltered
              ? { title: nothingWords(filters), action: all }
              : {
                  title: t('No payments yet'),
                  text: t('Every booked visit appears here with its payment.'),
                })}
          />
        }
      />
      {dialog}
    </Page>
  )
}

type Filters = ReturnType<typeof usePaymentFilters>['filters']

/** Explains an empty list by its filter. */
function nothingWords({ status, technicianId, from, to }: Filters): string {
  if (technicianId || from || to) return t('No payments match')
  if (status === 'disputed') return t('Nothing is disputed')
  if (status === 'owed') return t('Nothing is due')
  return status === 'reserved' ? t('Nothing is held on cards') : t('No payments with this status')
}

/** 'More than' when `capped`, with the filtered status. */
function countWords(
  total: number,
  capped: boolean,
  status: PaymentFilterStatus | undefined,
): string {
  const payments = capped
    ? plural(total, { one: '', other: 'More than {count} payments' })
    : plural(total, { one: '{count} payment', other: '{count} payments' })
  return status ? `${payments} · ${filterLabel(status)}` : payments
}
