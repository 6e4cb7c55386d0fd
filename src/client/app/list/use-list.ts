import { useState } from 'react'
import type { Column } from '#client/ui/table-column.ts'
import { sortRows } from '#client/ui/table-sort.tsx'
import type { Contract } from '#shared/contract/contract.ts'
import type { Endpoint, SentQuery } from '#shared/contract/endpoint.ts'
import type { CallInput, ItemOf, ListRoute } from '../call.ts'
import { withoutGuard } from '../navigation-guard.ts'
import { usePaginatedQuery } from '../use-paginated-query.ts'
import { useSearchParam } from '../search-params.ts'

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

export type SortedList<Row> = Omit<ReturnType<typeof useList<SortedRoute>>, 'items' | 'columns'> & {
  items: readonly Row[] | undefined
  columns: readonly Column<Row>[]
}
