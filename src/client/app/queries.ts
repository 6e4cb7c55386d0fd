import {
  type Query,
  QueryClient,
  useMutation,
  type UseMutationOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import type { Thing } from '#shared/rules/things.ts'
import {
  api,
  type CallAnswer,
  type CallError,
  type CallInput,
  type GetRoute,
  type ReadInput,
  type Route,
} from './call.ts'
import { useGuestLink } from './guest-link.ts'
import { completeOlderAnswers } from './older-answers.ts'
import type { ChangedThings } from './affected-queries.ts'

/** `staleTime` for data refetched whenever it opens, except right after the page brought it. */
export const justNowMs = 2_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 300_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      // Offline calls fail at once instead of waiting for a network.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
completeOlderAnswers(queryClient)

type QueryOptions<R extends GetRoute> = Omit<
  UseQueryOptions<CallAnswer<R>, CallError>,
  'queryKey' | 'queryFn'
>

/** Data of a GET call, cached by route and input. */
export function useCall<R extends GetRoute>(
  route: R,
  input?: ReadInput<R>,
  options?: QueryOptions<R>,
) {
  return useQuery<CallAnswer<R>, CallError>({
    ...callQuery(route, input, useGuestLink()),
    ...options,
  })
}

/** `useCall` without the guest's link, for the session and the business settings. */
export function useBrowserCall<R extends GetRoute>(route: R, options?: QueryOptions<R>) {
  return useQuery<CallAnswer<R>, CallError>({ ...callQuery(route), ...options })
}

/** Makes calls with the guest's link on a guest's page, and with the session on others. */
export function useApi() {
  const guestLink = useGuestLink()
  return <R extends Route>(route: R, input: CallInput<R>): Promise<CallAnswer<R>> =>
    (api as (route: R, input: unknown) => Promise<CallAnswer<R>>)(route, { ...input, guestLink })
}

/** Query options of a call, for prefetching and cache writes. */
export function callQuery<R extends GetRoute>(
  route: R,
  input?: ReadInput<R>,
  guestLink: string | null = null,
) {
  const ofBrowser = input ? [route, input] : [route]
  return {
    queryKey: guestLink ? [route, input, { guestLink }] : ofBrowser,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      (api as (route: R, input: unknown) => Promise<CallAnswer<R>>)(route, {
        ...input,
        guestLink,
        signal,
      }),
  }
}

/** Whether a query was loaded with a guest's link. */
export const isOfGuest = ([, , by]: readonly unknown[]): boolean =>
  typeof by === 'object' && by !== null && 'guestLink' in by

type WriteOptions<R extends Route> = Omit<
  UseMutationOptions<CallAnswer<R>, CallError, CallInput<R>>,
  'mutationFn'
>

/** A writing call that refetches what it changed, and keeps the focus when the pressed element disappears. */
export function useWrite<R extends Route>(route: R, options: WriteOptions<R> = {}) {
  const call = useApi()
  return useMutation<CallAnswer<R>, CallError, CallInput<R>>({
    ...options,
    mutationFn: (input) => call(route, input),
    onMutate: (...args) => {
      keepFocus(document.activeElement)
      return options.onMutate?.(...args)
    },
    onSuccess: async (answer, input, ...more) => {
      refreshAfter(route, input)
      await options.onSuccess?.(answer, input, ...more)
    },
  })
}

/** Refetches visible data that this write has changed. */
export function refreshAfter(route: Route, input?: { params?: unknown }): void {
  void refresh(({ changeBy }) => changeBy(route, input))
}

/** Writes, then refetches, also after a refusal: someone else may have changed it. */
export const callAndRefresh = <R extends Route>(
  route: R,
  input: CallInput<R>,
): Promise<CallAnswer<R>> => api(route, input).finally(() => refreshAfter(route, input))

/** Refetches data that changed otherwise, of one visit or all; `where` excludes queries. */
export function refreshThings(
  things: readonly Thing[],
  jobId?: string | null,
  where?: (key: readonly unknown[]) => boolean,
): void {
  void refresh(({ changeOf }) => changeOf(things, jobId), where)
}

type Touched = typeof import('./affected-queries.ts')

// Loaded after the first paint; without it everything counts as changed.
const loadTouched = lazyLoad(() => import('./affected-queries.ts'))

/** Queries that fail to load stay unchanged. */
async function refresh(
  changed: (touched: Touched) => ChangedThings,
  where = (_key: readonly unknown[]) => true,
): Promise<void> {
  const touched = await loadTouched().catch(() => undefined)
  const change = touched && changed(touched)
  const isAffected = (key: readonly unknown[]) => !change || touched.isAffected(key, change)
  const predicate = ({ queryKey }: Query) => isAffected(queryKey) && where(queryKey)
  // A first load in flight may predate the change and is not refetched by invalidation.
  const first = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate })
    .filter(({ state }) => state.data === undefined)
  void queryClient.invalidateQueries({ predicate })
  for (const { queryKey, promise } of first) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, () => {})
  }
}

export function retryFailed(
  parts: readonly { isError: boolean; refetch: () => Promise<unknown> }[],
): void {
  for (const part of parts) if (part.isError) void part.refetch()
}

/** An idempotency key that stays the same over retries of one action. */
export const newActionKey = () => crypto.randomUUID()
