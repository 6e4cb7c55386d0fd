import { Building2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { SearchBox } from '#client/app/list/search-box.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { ShownPhone } from '#client/app/phone-number.tsx'
import { useCall } from '#client/app/queries.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { CompanyBadge } from '#client/features/companies/company-badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { Table } from '#client/ui/table.tsx'
import type { ListedCompany } from '#shared/contract/companies.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatAmount, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const CompanyDialog = lazyDialog(() => import('#client/features/companies/company-dialog.tsx'))

/** The companies the business serves. */
export default function Companies() {
  const [, go] = useLocation()
  const [search, setSearch] = useSearchParam('search')
  const [adding, setAdding] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const searched = search.slice(0, 100)
  const list = useCall('GET /api/admin/companies', {
    query: searched ? { search: searched } : {},
  })
  const add = (
    <Button variant="primary" icon={<Building2 />} onClick={() => setAdding(true)}>
      {t('Add a company')}
    </Button>
  )
  return (
    <Page
      wide
      title={t('Companies')}
      back={{ href: paths.customers, label: t('Customers') }}
      lede={t('Businesses with several cars, and the people who book for them.')}
      actions={add}
    >
      <div className="mb-4">
        <SearchBox
          ref={box}
          label={t('Search name or phone')}
          value={search}
          onSearch={setSearch}
          onClear={() => setSearch('')}
        />
      </div>
      <Card flush>
        <Loaded
          parts={[list]}
          loading={<Skeleton className="h-64 w-full" />}
          failed={t('The companies could not be loaded')}
        >
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<Building2 />}
                title={searched ? t('No company found') : t('No companies yet')}
                text={
                  searched
                    ? t('Nothing matches “{search}”.', { search: searched })
                    : t('Add a company, its cars and the people who book for it.')
                }
                action={searched ? undefined : add}
              />
            ) : (
              <Table
                caption={t('Companies')}
                columns={columns()}
                rows={all}
                rowKey={({ id }) => id}
                onOpen={({ id }) => go(officePaths.company(id))}
              />
            )
          }
        </Loaded>
      </Card>
      {adding && (
        <CompanyDialog
          onSaved={({ id }) => go(officePaths.company(id))}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  )
}

const columns = (): Column<ListedCompany>[] => [
  {
    key: 'name',
    header: t('Name'),
    main: true,
    sortBy: ({ name }) => name,
    cell: (company) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {company.name}
        <CompanyBadge {...company} />
      </span>
    ),
  },
  {
    key: 'phone',
    header: t('Phone'),
    cell: ({ phone }) => (phone ? <ShownPhone number={phone} /> : t('none')),
  },
  {
    key: 'cars',
    header: t('Cars'),
    align: 'end',
    short: true,
    sortBy: ({ cars }) => cars,
    cell: ({ cars }) => formatNumber(cars),
  },
  {
    key: 'members',
    header: t('Members'),
    align: 'end',
    short: true,
    sortBy: ({ members }) => members,
    cell: ({ members }) => formatNumber(members),
  },
  {
    key: 'open',
    header: t('Owed'),
    align: 'end',
    short: true,
    sortBy: ({ open }) => Number(open),
    cell: ({ open }) => formatAmount(open),
  },
]
