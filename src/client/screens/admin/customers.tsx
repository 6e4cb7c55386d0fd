import { optionsOf } from '#client/ui/select.tsx'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ExportButton, exportUrl } from '#client/app/export-button.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { FilterSelect } from '#client/app/list/filters.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import { useBusiness } from '#client/app/session.ts'
import {
  customerColumns,
  type Summary,
  SummaryTotals,
  useCustomerSummary,
} from '#client/features/customers/customer-list.tsx'
import { DeleteCustomerDialog } from '#client/features/customers/delete-customer-dialog.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import type { Customer } from '#shared/contract/customers.ts'
import { customerStatuses, customerStatusLabels } from '#shared/rules/customers.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const AddDialog = lazyDialog(() => import('#client/features/customers/add-customer-dialog.tsx'))
const EditDialog = lazyDialog(() => import('#client/features/customers/edit-customer-dialog.tsx'))
const DuplicatesDialog = lazyDialog(
  () => import('#client/features/customers/duplicates-dialog.tsx'),
)

const pageSize = 50

export default function Customers() {
  const { timeZone, uses } = useBusiness()
  const [, go] = useLocation()
  const [chosen, setStatus] = useSearchParam('status')
  const [tag, setTag] = useSearchParam('tag')
  const [adding, setAdding] = useSearchParam('add')
  const [comparing, setComparing] = useSearchParam('duplicates')
  const [editing, setEditing] = useState<Customer | null>(null)
  const [deleting, setDeleting] = useState<Customer | null>(null)
  const status = customerStatuses.find((one) => one === chosen)
  const filter = { status, tag: tag || undefined }
  const list = useList('GET /api/admin/customers', {
    columns: customerColumns({ timeZone, onEdit: setEditing, onDelete: setDeleting }),
    query: filter,
    pageSize,
  })
  const query = { ...filter, search: list.search.slice(0, 100) || undefined }
  const { data: summary } = useCustomerSummary(query)
  const isFiltered = Boolean(status || tag)
  const add = (
    <Button variant="primary" icon={<UserPlus />} onClick={() => setAdding('1')}>
      {t('Add Customer')}
    </Button>
  )
  return (
    <Page
      wide
      title={t('Customer Management')}
      back={{ href: paths.home, label: t('Dashboard') }}
      lede={countWords(list, summary)}
      actions={
        <>
          {uses.companies && <LinkButton href={officePaths.companies}>{t('Companies')}</LinkButton>}
          {uses.plans && <LinkButton href={officePaths.plans}>{t('Plans')}</LinkButton>}
          <LinkButton href={officePaths.recommendations}>{t('Recommendations')}</LinkButton>
          <LinkButton href={officePaths.vehicleRecovery}>{t('Deleted cars')}</LinkButton>
          <LinkButton href={officePaths.importExport}>{t('Import')}</LinkButton>
          <Button onClick={() => setComparing('1')}>{t('Find duplicates')}</Button>
          <ExportButton
            url={exportUrl(fileUrls.customersExport, { ...query, sort: list.sort })}
            name="customers"
            failed={{ alert: t('Failed to export customers. Please try again.') }}
          >
            {t('Export CSV')}
          </ExportButton>
          {add}
        </>
      }
    >
      <SummaryTotals summary={summary} />
      <ListTable
        list={list}
        caption={t('Customers')}
        failed={t('Failed to Load Customers')}
        retryLabel={t('Try Again')}
        search={t('Search name, e-mail, phone or plate')}
        onOpen={({ id }) => go(officePaths.customer(id))}
        filters={
          <>
            <FilterSelect
              label={t('Status')}
              all={t('All statuses')}
              className="max-sm:grow"
              value={status}
              onChange={setStatus}
              options={optionsOf(customerStatuses, (value) => customerStatusLabels[value])}
            />
            {(tag || (summary && summary.tags.length > 0)) && (
              <FilterSelect
                label={t('Tag')}
                all={t('All tags')}
                className="max-sm:grow sm:max-w-56"
                value={tag}
                onChange={setTag}
                options={[...new Set([...(tag ? [tag] : []), ...(summary?.tags ?? [])])].map(
                  (value) => ({ value, label: value }),
                )}
              />
            )}
          </>
        }
        empty={
          <EmptyState
            icon={<Users />}
            {...(isFiltered
              ? {
                  title: t('No customers match'),
                  action: (
                    <Button onClick={() => go(paths.customers, { replace: true })}>
                      {t('Show all')}
                    </Button>
                  ),
                }
              : {
                  title: t('No customers yet'),
                  text: t('New customers appear here once they sign in and book.'),
                  action: add,
                })}
          />
        }
      />
      {adding && (
        <AddDialog
          onClose={() => setAdding('')}
          onAdded={({ id }) => go(officePaths.customer(id))}
        />
      )}
      {comparing && <DuplicatesDialog onClose={() => setComparing('')} />}
      {editing && <EditDialog customer={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteCustomerDialog customer={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

/** 'Found of total'. */
function countWords(
  { total, capped }: { total: number | null; capped: boolean },
  summary: Summary | undefined,
): string {
  if (total === null || !summary) return '\u00a0'
  const words = {
    found: formatNumber(capped ? summary.found : total),
    total: formatNumber(summary.total),
  }
  return t('{found} of {total} customers', words)
}
