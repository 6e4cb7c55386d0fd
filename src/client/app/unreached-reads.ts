import type { Query } from '@tanstack/react-query'
import type { CallError } from './call.ts'
import { queryClient } from './queries.ts'

/** Delays between tries in ms; the last one repeats. */
const retryDelays = [2_000, 4_000, 8_000, 15_000, 30_000]

const tries = new Map<string, number>()

/** Repeats reads that did not reach the server until they do, as long as the screen shows them. */
export function repeatUnreachedReads(): void {
  const cache = queryClient.getQueryCache()
  const isFailed = ({ state }: Query) => state.status === 'error'
  addEventListener(
    'online',
    () => void queryClient.refetchQueries({ type: 'active', predicate: isFailed }),
  )
  for (const query of cache.getAll()) repeatLater(query)
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') tries.delete(event.query.queryHash)
    if (event.action.type === 'error') repeatLater(event.query)
  })
}

function repeatLater(query: Query): void {
  const { queryKey, queryHash, state } = query
  const { error } = state
  if ((error as CallError | null)?.status !== 0 || query.getObserversCount() === 0) return
  const before = tries.get(queryHash) ?? 0
  tries.set(queryHash, before + 1)
  const again = () => {
    if (document.hidden) return document.addEventListener('visibilitychange', again, { once: true })
    if (query.state.error === error)
      void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
  }
  setTimeout(again, retryDelays[Math.min(before, retryDelays.length - 1)])
}
