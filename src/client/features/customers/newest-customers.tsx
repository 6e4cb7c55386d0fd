import { Users } from 'lucide-react'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { ExportButton } from '#client/app/export-button.tsx'
import { List } from '#client/app/list/list.tsx'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { personName } from '#client/app/person-name.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { ShownPhone } from '#client/app/phone-number.tsx'
import type { Customer } from '#shared/contract/customers.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const shownAtMost = 5

export function NewestCustomers() {
  const list = usePaginatedQuery('GET /api/admin/customers', { query: { limit: shownAtMost } })
  const { total, capped, items = [] } = list
  const left = total === null ? 0 : total - items.length
  const table = (rows: readonly Customer[] | undefined) => (
    <Table
      unbounded
      caption={t('Newest customers')}
      columns={columns()}
      rows={rows}
      expected={shownAtMost}
      rowKey={({ id }) => id}
    />
  )
  return (
    <Card
      flush
      title={t('Customer Management')}
      action={
        <ExportButton
          size="small"
          url={fileUrls.customersExport}
          name="customers"
          failed={{ alert: t('Failed to export customers. Please try again.') }}
        >
          {t('Export CSV')}
        </ExportButton>
      }
    >
      <List
        list={list}
        failed={t('Failed to Load Customers')}
        retryLabel={t('Try Again')}
        loading={table(undefined)}
        empty={
          <EmptyState
            icon={<Users />}
            title={t('No customers yet')}
            text={t('New customers appear here once they sign in and book.')}
          />
        }
      >
        {table}
      </List>
      <div className="border-t border-line px-2 py-1.5 sm:px-3">
        <LinkButton variant="quiet" size="small" href={paths.customers}>
          {left <= 0
            ? t('Manage customers')
            : capped
              ? t('View more than {count} more', { count: left })
              : t('View {count} more', { count: left })}
        </LinkButton>
      </div>
    </Card>
  )
}

function columns(): Column<Customer>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      main: true,
      cell: (customer) => {
        const name = personName(customer) || customer.phone || t('No name yet')
        return <TextLink href={officePaths.customer(customer.id)}>{name}</TextLink>
      },
    },
    {
      key: 'contact',
      header: t('Contact'),
      cell: ({ email, phone }) => (
        <>
          {email && (
            <TextLink className="font-normal! break-all" href={`mailto:${email}`}>
              {email}
            </TextLink>
          )}
          {phone && (
            <span className="block whitespace-nowrap text-soft">
              <ShownPhone number={phone} />
            </span>
          )}
        </>
      ),
    },
    { key: 'jobs', header: t('Jobs'), align: 'end', cell: ({ jobCount }) => jobCount },
    {
      key: 'spent',
      header: t('Total spent'),
      align: 'end',
      cell: ({ totalSpent }) => <Money amount={totalSpent} />,
    },
    {
      key: 'last',
      header: t('Last service'),
      className: 'md:whitespace-nowrap',
      cell: ({ lastServiceDate }) => (lastServiceDate ? formatDay(lastServiceDate) : '–'),
    },
  ]
}
