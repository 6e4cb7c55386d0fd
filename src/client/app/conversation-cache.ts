import type { Communication } from '#shared/contract/conversation.ts'
import { callQuery, queryClient, refreshThings } from './queries.ts'

const conversationKey = (jobId: string, guestLink: string | null) =>
  callQuery('GET /api/jobs/{id}/communications', { params: { id: jobId } }, guestLink).queryKey

/** Inserts an entry into the cached conversation by time, once. */
export function cacheEntry(
  jobId: string,
  entry: Communication,
  guestLink: string | null = null,
): void {
  const queryKey = conversationKey(jobId, guestLink)
  queryClient.setQueryData<Communication[]>(queryKey, (known) => known && withEntry(known, entry))
  // A response in flight may not include it.
  if (queryClient.isFetching({ queryKey }) > 0) refreshThings(['conversation'], jobId)
}

/** The user's own message by the id this device gave it, once stored. */
export function cachedEntry(
  jobId: string,
  clientId: string,
  guestLink: string | null,
): Communication | undefined {
  const conversation = queryClient.getQueryData<Communication[]>(conversationKey(jobId, guestLink))
  return conversation?.find((entry) => entry.clientId === clientId)
}

/** An entry already there stays: it may have been marked as read. */
export function withEntry(known: Communication[], entry: Communication): Communication[] {
  if (known.some(({ id }) => id === entry.id)) return known
  const before = known.findLastIndex(({ createdAt }) => createdAt <= entry.createdAt)
  return known.toSpliced(before + 1, 0, entry)
}
