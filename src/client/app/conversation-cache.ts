import type { Communication } from '#shared/contract/conversation.ts'
import { callQuery, queryClient, refreshThings } from './queries.ts'

const conversationKey = (jobId: string) =>
  callQuery('GET /api/jobs/{id}/communications', { params: { id: jobId } }).queryKey

/** Puts an entry into the conversation, once, where its time puts it. */
export function cacheEntry(jobId: string, entry: Communication): void {
  const queryKey = conversationKey(jobId)
  queryClient.setQueryData<Communication[]>(queryKey, (known) => known && withEntry(known, entry))
  // An answer that is under way may not know it yet.
  if (queryClient.isFetching({ queryKey }) > 0) refreshThings(['conversation'], jobId)
}

/** The own message that a device sent under that id, once it is stored. */
export function cachedEntry(jobId: string, clientId: string): Communication | undefined {
  const conversation = queryClient.getQueryData<Communication[]>(conversationKey(jobId))
  return conversation?.find((entry) => entry.clientId === clientId)
}

/** An entry that is there already stays as it is: it may have been read since. */
export function withEntry(known: Communication[], entry: Communication): Communication[] {
  if (known.some(({ id }) => id === entry.id)) return known
  const before = known.findLastIndex(({ createdAt }) => createdAt <= entry.createdAt)
  return known.toSpliced(before + 1, 0, entry)
}
