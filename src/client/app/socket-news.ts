import type { Communication } from '#shared/contract/chat.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { SocketNews } from '#shared/contract/socket.ts'
import type { GetRoute } from './call.ts'
import { keepNotification } from './connection.ts'
import { callQuery, queryClient } from './queries.ts'

const about = (id: string) => ({ params: { id } })
const talkKey = (jobId: string) =>
  callQuery('GET /api/jobs/{id}/communications', about(jobId)).queryKey

/** Lists of visits that a change of one makes old. */
const jobLists: readonly GetRoute[] = [
  'GET /api/jobs/customer',
  'GET /api/jobs/technician',
  'GET /api/jobs/today',
  'GET /api/jobs/unassigned',
  'GET /api/admin/jobs',
]
const talkRoutes: readonly GetRoute[] = [
  'GET /api/notifications',
  'GET /api/jobs/{id}',
  'GET /api/jobs/{id}/communications',
  'GET /api/jobs/{id}/position',
]

function refresh(routes: readonly GetRoute[]): void {
  for (const route of routes) void queryClient.invalidateQueries({ queryKey: [route] })
}

/** Looks again at what news may have been missed about; at the lists too, unless they were loaded just now. */
export function lookAgain({ lists }: { lists: boolean }): void {
  refresh(talkRoutes)
  if (lists) refresh(jobLists)
}

/** Puts what the server said where the screens read it. */
export function takeNews(news: SocketNews): void {
  switch (news.type) {
    case 'notification':
      return takeNotification(news.data)
    case 'job_message': {
      const { jobId, messageType, timestamp, type: _, ...rest } = news
      const entry = { ...rest, type: messageType, readAt: null, createdAt: timestamp }
      return keepEntry(jobId, entry)
    }
    case 'changed':
      return lookAgain({ lists: true })
    // The answer of the call that is made beside says the same.
    case 'ready':
    case 'message_sent':
    case 'message_refused':
  }
}

function takeNotification(data: Notification): void {
  keepNotification(data)
  const queryKey = ['GET /api/notifications' satisfies GetRoute]
  queryClient.setQueryData<Notification[]>(
    queryKey,
    (known) => known && [data, ...known.filter(({ id }) => id !== data.id)],
  )
  // The pages of the whole list begin anew.
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => query.queryKey.length > 1 })
}

/** Puts an entry into the talk, once, where its time puts it. */
export function keepEntry(jobId: string, entry: Communication): void {
  const queryKey = talkKey(jobId)
  queryClient.setQueryData<Communication[]>(queryKey, (known) => known && withEntry(known, entry))
  // An answer that is under way may not know it yet.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey })
}

/** The own message that a device sent under that id, once it is stored. */
export function keptEntry(jobId: string, clientId: string): Communication | undefined {
  const talk = queryClient.getQueryData<Communication[]>(talkKey(jobId))
  return talk?.find((entry) => entry.clientId === clientId)
}

/** An entry that is there already stays as it is: it may have been read since. */
export function withEntry(known: Communication[], entry: Communication): Communication[] {
  if (known.some(({ id }) => id === entry.id)) return known
  const before = known.findLastIndex(({ createdAt }) => createdAt <= entry.createdAt)
  return known.toSpliced(before + 1, 0, entry)
}
