import type { Query } from '@tanstack/react-query'
import { queryClient } from './queries.ts'
import { isOfVisit } from './affected-queries.ts'

const own = 'GET /api/jobs/technician'

type Key = readonly unknown[]
const visitOf = ([, input]: Key) => (input as { params?: { id?: string } } | undefined)?.params?.id

/** Which visits a technician has lost, as an answer of the server says: those not on their list, or the one refused. */
export function lostBy({ queryKey, state }: Query): ((key: Key) => boolean) | undefined {
  if (queryKey[0] === own && state.status === 'success') {
    const theirs = new Set((state.data as { id: string }[]).map(({ id }) => id))
    return (key) => isOfVisit(key) && !theirs.has(visitOf(key) ?? '')
  }
  const isGone = queryKey[0] === 'GET /api/jobs/{id}' && statusOf(state.error) === 404
  return isGone ? (key) => isOfVisit(key) && visitOf(key) === visitOf(queryKey) : undefined
}

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status

/** What nobody looks at is forgotten, and what somebody looks at is emptied: it is no longer theirs to know. */
export function forgetReads(isLost: (key: Key) => boolean): void {
  dropFromList(isLost)
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!isLost(query.queryKey)) continue
    if (query.getObserversCount() === 0) queryClient.removeQueries({ queryKey: query.queryKey })
    else if (statusOf(query.state.error) === 404 && query.state.data !== undefined)
      query.setState({ data: undefined })
  }
}

/** Their list may have been loaded before they lost it, and is kept for a day without a network. */
function dropFromList(isLost: (key: Key) => boolean): void {
  const known = queryClient.getQueryState<{ id: string }[]>([own])
  const left = known?.data?.filter(({ id }) => !isLost(['GET /api/jobs/{id}', { params: { id } }]))
  if (left && left.length < (known?.data?.length ?? 0))
    queryClient.setQueryData([own], left, { updatedAt: known?.dataUpdatedAt })
}
