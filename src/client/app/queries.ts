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
import type { ChangedThings } from './affected-queries.ts'

/** A `staleTime` for what is read anew whenever it is opened: what came with the page is as new. */
export const justNowMs = 2_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 300_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      // Without a network a call fails at once and says so, instead of waiting silently for one.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type QueryOptions<R extends GetRoute> = Omit<
  UseQueryOptions<CallAnswer<R>, CallError>,
  'queryKey' | 'queryFn'
>

/** Data of one GET call, cached by route and input. */
export function useCall<R extends GetRoute>(
  route: R,
  input?: ReadInput<R>,
  options?: QueryOptions<R>,
) {
  return useQuery<CallAnswer<R>, CallError>({ ...callQuery(route, input), ...options })
}

/** The same as an options object, for prefetching and writing into the cache. */
export function callQuery<R extends GetRoute>(route: R, input?: ReadInput<R>) {
  return {
    queryKey: input ? [route, input] : [route],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      (api as (route: R, input: unknown) => Promise<CallAnswer<R>>)(route, { ...input, signal }),
  }
}

type WriteOptions<R extends Route> = Omit<
  UseMutationOptions<CallAnswer<R>, CallError, CallInput<R>>,
  'mutationFn'
>

/** A writing call; afterwards whatever shows what it has changed is loaded again. What was pressed for it may go then. */
export function useWrite<R extends Route>(route: R, options: WriteOptions<R> = {}) {
  return useMutation<CallAnswer<R>, CallError, CallInput<R>>({
    ...options,
    mutationFn: (input) =>
      (api as (route: R, input: CallInput<R>) => Promise<CallAnswer<R>>)(route, input),
    onMutate: (...asked) => {
      keepFocus(document.activeElement)
      return options.onMutate?.(...asked)
    },
    onSuccess: async (answer, input, ...more) => {
      refreshAfter(route, input)
      await options.onSuccess?.(answer, input, ...more)
    },
  })
}

/** Loads again what is on the screen and shows something that this write, made with this input, has changed. */
export function refreshAfter(route: Route, input?: { params?: unknown }): void {
  void refresh(({ changeBy }) => changeBy(route, input))
}

/** Writes and then loads that again, after a refusal too: what somebody else made of it is to be seen. */
export const callAndRefresh = <R extends Route>(
  route: R,
  input: CallInput<R>,
): Promise<CallAnswer<R>> => api(route, input).finally(() => refreshAfter(route, input))

/** The same for what has changed by other ways, of one visit or of all; `where` leaves out some of the queries. */
export function refreshThings(
  things: readonly Thing[],
  jobId?: string | null,
  where?: (key: readonly unknown[]) => boolean,
): void {
  void refresh(({ changeOf }) => changeOf(things, jobId), where)
}

type Touched = typeof import('./affected-queries.ts')

// The table of what each call shows comes after the first paint, and is not waited for where it cannot come.
const loadTouched = lazyLoad(() => import('./affected-queries.ts'))

/** What cannot be loaded stays as it is. */
async function refresh(
  changed: (touched: Touched) => ChangedThings,
  where = (_key: readonly unknown[]) => true,
): Promise<void> {
  const touched = await loadTouched().catch(() => undefined)
  const change = touched && changed(touched)
  const isAffected = (key: readonly unknown[]) => !change || touched.isAffected(key, change)
  const predicate = ({ queryKey }: Query) => isAffected(queryKey) && where(queryKey)
  // What is on its way for the first time may have been read before the change, and is not asked for anew by itself.
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

/** Loads again what could not be loaded, all of it. */
export function retryFailed(
  parts: readonly { isError: boolean; refetch: () => Promise<unknown> }[],
): void {
  for (const part of parts) if (part.isError) void part.refetch()
}

/** A key that stays the same over retries of one intended action. */
export const newActionKey = () => crypto.randomUUID()
