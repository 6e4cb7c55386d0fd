import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { Table } from '#client/ui/table.tsx'
import { plural, t } from '#shared/texts/t.ts'
import { List } from './list.tsx'
import { SearchBox } from './search-box.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { sortRows } from '#client/ui/table-sort.tsx'
import type { Contract } from '#shared/contract/contract.ts'
import type { Endpoint, SentQuery } from '#shared/contract/endpoint.ts'
import type { CallInput, ItemOf, ListRoute } from '../call.ts'
import { withoutGuard } from '../navigation-guard.ts'
import { usePaginatedQuery } from '../use-paginated-query.ts'
import { useSearchParam } from '../search-params.ts'

interface ListTableProps<Row extends { id: string }> {
  list: SortedList<Row>
  /** For screen readers. */
  caption: string
  failed: string
  retryLabel?: string
  empty: ReactNode
  search: string
  filters?: ReactNode
  onOpen?: (row: Row) => void
}

/** A server list as a table: search, sorting, pages, and loading, error and empty states. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, caption, failed, retryLabel, empty, search, filters, onOpen } = props
  const box = useRef<HTMLInputElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const clear = () => {
    list.setSearch('')
    box.current?.focus()
  }
  const table = (rows: readonly Row[] | undefined) => (
    <Table
      caption={caption}
      columns={list.columns}
      rows={rows}
      expected={10}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      sort={list.sort}
      onSort={(sort) => list.setSort(sort ?? '')}
      busy={list.isPlaceholderData}
    />
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          ref={box}
          label={search}
          value={list.search}
          onSearch={list.setSearch}
          onClear={clear}
        />
        {filters}
      </div>
      <Card flush className="overflow-hidden">
        <List
          list={list}
          failed={failed}
          {...(retryLabel && { retryLabel })}
          loading={table(undefined)}
          empty={list.search ? <NoMatch search={list.search} onClear={clear} /> : empty}
        >
          {table}
        </List>
      </Card>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <p
          ref={count}
          role="status"
          tabIndex={-1}
          className={list.items?.length === 0 ? 'sr-only' : 'text-sm text-soft'}
        >
          {countWords(list)}
        </p>
        {list.hasNextPage && (
          <Button
            pending={list.isFetchingNextPage || list.isPlaceholderData}
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget, count.current)
              void list.fetchNextPage()
            }}
          >
            {t('Show more')}
          </Button>
        )}
      </div>
    </>
  )
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      title={t('No matches for “{search}”', { search })}
      action={<Button onClick={onClear}>{t('Clear search')}</Button>}
    />
  )
}

/** Shown and total counts; empty while loading. */
type Counted = Pick<SortedList<unknown>, 'items' | 'total' | 'capped' | 'search' | 'hasNextPage'>

function countWords({ items, total, capped, search, hasNextPage }: Counted): string {
  if (!items) return ''
  const all = total ?? items.length
  const shown = { shown: items.length }
  if (hasNextPage)
    return capped
      ? plural(all, { one: '', other: '{shown} of more than {count}' }, shown)
      : plural(all, { one: '', other: '{shown} of {count}' }, shown)
  return search ? plural(items.length, { one: '{count} match', other: '{count} matches' }) : ''
}

const usualPageSize = 100

type QueryOf<R extends ListRoute> = Contract[R] extends infer E extends Endpoint
  ? NonNullable<SentQuery<E>>
  : never
type SortOf<R extends ListRoute> =
  QueryOf<R> extends { sort?: infer Sort } ? Exclude<Sort, undefined | `-${string}`> : never

/** Paginated calls with search and sorting. */
type SortedRoute = {
  [R in ListRoute]: unknown extends SortOf<R> ? never : R
}[ListRoute]

/** Column of such a list; a sortable one has the server's sort key. */
export type ListColumn<R extends SortedRoute> =
  | (Column<ItemOf<R>> & { sortBy?: never })
  | (Column<ItemOf<R>> & { key: SortOf<R> })

interface ListOptions<R extends SortedRoute> {
  columns: readonly ListColumn<R>[]
  query?: Omit<QueryOf<R>, 'limit' | 'cursor' | 'search' | 'sort'>
  pageSize?: number
}

/**
 * A paginated list for `ListTable`, with search and sort in the URL. Complete lists are sorted here, others by the
 * server.
 */
export function useList<R extends SortedRoute>(route: R, options: ListOptions<R>) {
  const { columns, query, pageSize = usualPageSize } = options
  const [search, setSearch] = useSearchParam('search')
  const [wanted, setSort] = useSearchParam('sort')
  const isSort = columns.some(({ key, sortBy }) => sortBy && key === wanted.replace(/^-/, ''))
  const sort = isSort ? wanted : ''
  const [served, setServed] = useState(sort)
  const asked = {
    ...query,
    limit: pageSize,
    search: search.slice(0, 100) || undefined,
    sort: served || undefined,
  }
  const list = usePaginatedQuery(route, { query: asked } as CallInput<R>, { keep: true })
  if (served !== sort && list.hasNextPage && !list.isPlaceholderData) setServed(sort)
  const isServed = served === sort && !list.isPlaceholderData
  return {
    ...list,
    items: list.items && (isServed ? list.items : sortRows(list.items, columns, sort)),
    columns,
    search,
    setSearch: (value: string) => withoutGuard(() => setSearch(value)),
    sort,
    setSort: (value: string) => withoutGuard(() => setSort(value)),
  }
}

type SortedList<Row> = Omit<ReturnType<typeof useList<SortedRoute>>, 'items' | 'columns'> & {
  items: readonly Row[] | undefined
  columns: readonly Column<Row>[]
}
