import { optionsOf } from '#client/ui/select.tsx'
import { ClearFilters, FilterSelect } from '#client/app/list/filters.tsx'
import type { ListColumn } from '#client/app/list/list-table.tsx'
import { anId, oneOf, useFilters } from '#client/app/search-params.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { TextLink, LinkButton, QuietButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Invoice } from '#shared/contract/invoices.ts'
import { describeInvoiceState, invoiceFilters, invoiceStateLabels } from '#shared/rules/invoices.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { invoiceStateColors } from '#shared/rules/status-colors.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type OnRecord = (invoice: Invoice) => void
type InvoiceColumn = ListColumn<'GET /api/admin/invoices'>

export function invoiceColumns(onRecord: OnRecord): InvoiceColumn[] {
  return [
    {
      key: 'number',
      header: t('Number'),
      main: true,
      className: 'md:whitespace-nowrap',
      sortBy: ({ number }) => numberKey(number),
      cell: ({ number, jobId, issuedOn }) => (
        <>
          <TextLink href={officePaths.officeVisit(jobId)} className="font-medium">
            {number}
          </TextLink>
          <span className="block text-sm text-soft">
            {/* Numbers start with the year. */}
            {t('issued {date}', { date: formatDay(issuedOn) })}
          </span>
        </>
      ),
    },
    {
      key: 'customer',
      header: t('Bill to'),
      sortBy: ({ billTo }) => billTo,
      cell: (invoice) => (
        <span className="block wrap-anywhere md:max-w-60 md:min-w-32">
          <BillTo invoice={invoice} />
        </span>
      ),
    },
    {
      key: 'visit',
      header: t('Visit'),
      className: 'md:whitespace-nowrap',
      cell: ({ jobId, jobNumber, visitDate }) => (
        <>
          <TextLink href={officePaths.officeVisit(jobId)}>{jobNumber}</TextLink>
          <span className="block text-sm text-soft">{formatDay(visitDate)}</span>
        </>
      ),
    },
    {
      key: 'due',
      header: t('Due'),
      className: 'md:whitespace-nowrap',
      sortBy: ({ dueOn }) => dueOn,
      cell: ({ dueOn }) => formatDay(dueOn, { year: true }),
    },
    amountColumn('amount', t('Amount')),
    amountColumn('paid', t('Paid')),
    amountColumn('open', t('state|Open')),
    {
      key: 'status',
      header: t('Status'),
      cell: (invoice) => (
        <StatusBadge color={invoiceStateColors[invoice.state]}>
          {describeInvoiceState(invoice)}
        </StatusBadge>
      ),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (invoice) => <Actions invoice={invoice} onRecord={onRecord} />,
    },
  ]
}

/** Sort key of an invoice number; years with more than 9,999 invoices have longer numbers. */
function numberKey(number: string): number {
  const [year, nth] = number.split('-').map(Number)
  return (year ?? 0) * 10_000_000 + (nth ?? 0)
}

function amountColumn(key: 'amount' | 'paid' | 'open', header: string): InvoiceColumn {
  return {
    key,
    header,
    align: 'end',
    short: true,
    sortBy: (invoice) => Number(invoice[key]),
    // Zero amounts stay blank to keep the table quiet.
    cell: (invoice) =>
      key !== 'amount' && Number(invoice[key]) === 0 ? null : <Money amount={invoice[key]} />,
  }
}

/** The billed party, linked to the customer unless deleted. */
function BillTo({ invoice: { billTo, customerName, customerId } }: { invoice: Invoice }) {
  return (
    <>
      {customerId ? <TextLink href={officePaths.customer(customerId)}>{billTo}</TextLink> : billTo}
      {customerName !== billTo && <span className="block text-sm text-soft">{customerName}</span>}
    </>
  )
}

function Actions({ invoice, onRecord }: { invoice: Invoice; onRecord: OnRecord }) {
  const { id, number, open } = invoice
  return (
    <span className="-mx-3 inline-flex flex-wrap items-center md:mx-0 md:flex-nowrap">
      <LinkButton
        size="small"
        variant="quiet"
        href={fileUrls.issuedPdf(id)}
        download=""
        aria-label={t('PDF of invoice {number}', { number })}
      >
        {t('PDF')}
      </LinkButton>
      {open !== '0.00' && (
        <QuietButton
          className="whitespace-nowrap"
          aria-label={t('Record payment of invoice {number}', { number })}
          onClick={() => onRecord(invoice)}
        >
          {t('Record payment')}
        </QuietButton>
      )}
    </span>
  )
}

export const useInvoiceFilters = () =>
  useFilters({ status: oneOf(invoiceFilters), customerId: anId })

export function InvoiceFilters(filtering: ReturnType<typeof useInvoiceFilters>) {
  const { filters, set } = filtering
  return (
    <>
      <FilterSelect
        label={t('Status')}
        all={t('All statuses')}
        className="max-sm:w-[calc(50%-0.375rem)]"
        value={filters.status}
        onChange={(status) => set({ status })}
        options={optionsOf(invoiceFilters, (value) => invoiceStateLabels[value])}
      />
      <ClearFilters {...filtering} />
    </>
  )
}
