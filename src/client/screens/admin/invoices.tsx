import { FileText } from 'lucide-react'
import { useState } from 'react'
import { ExportButton, exportUrl } from '#client/app/export-button.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import {
  invoiceColumns,
  InvoiceFilters,
  useInvoiceFilters,
} from '#client/features/payments/invoice-list.tsx'
import { InvoiceTotals } from '#client/features/payments/totals.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import type { Invoice } from '#shared/contract/invoices.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { plural, t } from '#shared/texts/t.ts'

const RecordPaymentDialog = lazyDialog(
  () => import('#client/features/payments/record-payment-dialog.tsx'),
)

/** Invoices of business customers: amount open, due since, and received. */
export default function Invoices() {
  // As of opening the dialog.
  const [open, setOpen] = useState<Invoice | null>(null)
  const filtering = useInvoiceFilters()
  const { filters, isFiltered, clear } = filtering
  const list = useList('GET /api/admin/invoices', {
    columns: invoiceColumns(setOpen),
    query: filters,
  })
  const query = { ...filters, search: list.search.slice(0, 100) || undefined }
  return (
    <Page
      wide
      title={t('Invoices')}
      back={{ href: paths.payments, label: t('Payments') }}
      lede={list.total === null ? '\u00a0' : countWords(list.total, list.capped)}
      actions={
        <ExportButton
          url={exportUrl(fileUrls.invoicesExport, { ...query, sort: list.sort })}
          name="invoices"
          failed={{ alert: t('The invoices could not be exported. Please try again.') }}
        >
          {t('Export CSV')}
        </ExportButton>
      }
    >
      <InvoiceTotals query={query} />
      <ListTable
        list={list}
        caption={t('Invoices')}
        failed={t('The invoices could not be loaded')}
        search={t('Search number, name or company')}
        filters={<InvoiceFilters {...filtering} />}
        empty={
          <EmptyState
            icon={<FileText />}
            {...(isFiltered
              ? {
                  title:
                    filters.status === 'overdue'
                      ? t('No invoice is overdue')
                      : t('No invoices match'),
                  action: <Button onClick={clear}>{t('Clear filters')}</Button>,
                }
              : {
                  title: t('No invoices yet'),
                  text: t(
                    'Open a business customer and choose “Payment by invoice”: each of their visits is invoiced once it is done.',
                  ),
                  action: <LinkButton href={paths.customers}>{t('Customers')}</LinkButton>,
                })}
          />
        }
      />
      {open && <RecordPaymentDialog job={visitOf(open)} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const visitOf = ({ jobId, jobNumber, amount, paid }: Invoice) => ({
  id: jobId,
  number: jobNumber,
  cost: { amount, paid },
})

/** 'More than' when `capped`. */
const countWords = (total: number, capped: boolean): string =>
  capped
    ? plural(total, { one: '', other: 'More than {count} invoices' })
    : plural(total, { one: '{count} invoice', other: '{count} invoices' })
