import { MoreHorizontal } from 'lucide-react'
import type { CallAnswer } from '#client/app/call.ts'
import type { ListColumn } from '#client/app/list/list-table.tsx'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { useCall } from '#client/app/queries.ts'
import { IconButton, TextLink } from '#client/ui/button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Money } from '#client/ui/money.tsx'
import { Stat } from '#client/ui/stat.tsx'
import type { Customer } from '#shared/contract/customers.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatDay, formatInstantDay, formatNumber } from '#shared/texts/format.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { t } from '#shared/texts/t.ts'
import { CustomerBadge, customerName, Tags } from './customer-badges.tsx'

interface Actions {
  timeZone: string
  onEdit: (customer: Customer) => void
  onDelete: (customer: Customer) => void
}

export function customerColumns({
  timeZone,
  onEdit,
  onDelete,
}: Actions): ListColumn<'GET /api/admin/customers'>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      main: true,
      sortBy: ({ firstName, lastName }) => `${firstName} ${lastName}`,
      cell: (customer) => (
        <span className="inline-block">
          <TextLink
            href={officePaths.customer(customer.id)}
            title={customerName(customer)}
            className="font-medium wrap-anywhere md:line-clamp-2 md:max-w-56 md:min-w-28 lg:max-w-44"
          >
            {customerName(customer)}
          </TextLink>
          <Tags tags={customer.tags} most={2} className="mt-1" />
        </span>
      ),
    },
    {
      key: 'email',
      short: 'plain',
      className: 'max-md:basis-full',
      header: t('Contact'),
      sortBy: ({ email }) => email,
      cell: ({ email, phone }) => (
        <span className="flex flex-wrap gap-x-4 md:inline-block">
          {email && (
            <TextLink
              href={`mailto:${email}`}
              title={shownEmail(email)}
              className="block leading-6 wrap-anywhere md:max-w-64 md:truncate lg:min-w-52"
            >
              {shownEmail(email)}
            </TextLink>
          )}
          {phone && (
            <span className="block md:whitespace-nowrap [&>a]:inline-block [&>a]:leading-6">
              <PhoneLink number={phone} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      short: 'plain',
      header: t('Status'),
      cell: ({ status }) => <CustomerBadge status={status} />,
    },
    {
      key: 'vehicles',
      short: true,
      header: t('Cars'),
      align: 'end',
      cell: ({ vehicleCount }) => vehicleCount,
    },
    {
      key: 'jobs',
      short: true,
      header: t('Jobs'),
      align: 'end',
      sortBy: ({ jobCount }) => jobCount,
      cell: ({ jobCount }) => jobCount,
    },
    {
      key: 'spent',
      short: true,
      header: t('Total spent'),
      align: 'end',
      sortBy: ({ totalSpent }) => Number(totalSpent),
      cell: ({ totalSpent }) => <Money amount={totalSpent} />,
    },
    {
      key: 'lastService',
      short: true,
      header: t('Last service'),
      className: 'md:whitespace-nowrap',
      sortBy: ({ lastServiceDate }) => lastServiceDate,
      cell: ({ lastServiceDate }) =>
        lastServiceDate ? formatDay(lastServiceDate, { year: true }) : '–',
    },
    {
      key: 'created',
      short: true,
      header: t('Customer since'),
      className: 'md:whitespace-nowrap',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => formatInstantDay(createdAt, timeZone),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: 'menu',
      cell: (customer) => (
        <Menu
          items={[
            { label: t('View Details'), href: officePaths.customer(customer.id) },
            { label: t('Edit'), onSelect: () => onEdit(customer) },
            {
              label: t('Book for this customer'),
              href: officePaths.bookFor({ customerId: customer.id }),
            },
            { label: t('Delete'), onSelect: () => onDelete(customer) },
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              size="small"
              icon={<MoreHorizontal />}
              label={t('Actions for {name}', { name: customerName(customer) })}
            />
          )}
        />
      ),
    },
  ]
}

export type Summary = CallAnswer<'GET /api/admin/customers/summary'>
type Filter = { search?: string | undefined; status?: string | undefined; tag?: string | undefined }

export const useCustomerSummary = (query: Filter) =>
  useCall('GET /api/admin/customers/summary', { query: query as Record<never, never> })

export function SummaryTotals({ summary }: { summary: Summary | undefined }) {
  const spent = summary ? (centsFromDecimal(summary.totalSpent) ?? 0) : 0
  const each = summary && summary.found > 0 ? Math.round(spent / summary.found) : 0
  const coming = '–'
  return (
    <section
      aria-label={t('Totals of the customers found')}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4"
    >
      <Stat label={t('Customers')} value={summary ? formatNumber(summary.found) : coming} />
      <Stat label={t('Visits booked')} value={summary ? formatNumber(summary.visits) : coming} />
      <Stat
        label={t('Total spent')}
        value={summary ? <Money amount={summary.totalSpent} /> : coming}
      />
      <Stat
        label={t('Average spent per customer')}
        value={summary ? <Money amount={decimalFromCents(each)} /> : coming}
      />
    </section>
  )
}
