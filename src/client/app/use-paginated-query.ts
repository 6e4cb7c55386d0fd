import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import {
  apiPage,
  type CallError,
  type ItemOf,
  type ListRoute,
  type Page,
  type ReadInput,
} from './call.ts'

interface PagingOptions<R extends ListRoute> {
  /** Polling interval in ms, from the items so far. */
  pollEvery?: (items: ItemOf<R>[] | undefined) => number | false
  /** Keeps the previous items until new input is loaded. */
  keep?: boolean
}

/** Query options, for prefetching. */
export const paginatedQuery = <R extends ListRoute>(route: R, input?: ReadInput<R>) => ({
  queryKey: [route, input ?? {}, 'pages'] as readonly unknown[],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
    const { query } = (input ?? {}) as { query?: Record<string, unknown> }
    const request = { ...input, query: { ...query, cursor: pageParam }, signal }
    return (apiPage as (route: R, input: unknown) => Promise<Page<ItemOf<R>>>)(route, request)
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: Page<ItemOf<R>>) => page.next ?? undefined,
})

/** A list page by page: `items` so far, `total` of all pages (a minimum when `capped`). */
export function usePaginatedQuery<R extends ListRoute>(
  route: R,
  input?: ReadInput<R>,
  { pollEvery, keep }: PagingOptions<R> = {},
) {
  type One = Page<ItemOf<R>>
  const list = useInfiniteQuery<
    One,
    CallError,
    InfiniteData<One>,
    readonly unknown[],
    string | undefined
  >({
    ...paginatedQuery(route, input),
    refetchInterval: ({ state }) =>
      pollEvery?.(state.data?.pages.flatMap((page) => page.items)) ?? false,
    ...(keep && { placeholderData: keepPreviousData }),
  })
  const pages = list.data?.pages ?? []
  return {
    ...list,
    items: list.data ? pages.flatMap((page) => page.items) : undefined,
    total: pages.at(-1)?.total ?? null,
    capped: pages.at(-1)?.capped ?? false,
  }
}
