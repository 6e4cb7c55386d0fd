import type { Query } from '@tanstack/react-query'
import type { Notification } from '#shared/contract/notifications.ts'
import type { SocketUpdate } from '#shared/contract/socket.ts'
import { type Thing, things } from '#shared/rules/things.ts'
import type { GetRoute } from './call.ts'
import { heardEcho } from './round-trip.ts'
import { storeNotification } from './socket-state.ts'
import { queryClient, refreshThings } from './queries.ts'
import { cacheEntry } from './conversation-cache.ts'
import { changeOf, isOfVisit, isAffected } from './affected-queries.ts'

/**
 * Passes on the first update at once, then batches the rest every `ms`: a busy day refetches a few times a second at
 * most, and the last change always arrives.
 */
export function coalesceUpdates<Update>(
  ms: number,
  handOn: (updates: Update[]) => void,
): (update: Update) => void {
  let waiting: Update[] | undefined
  const rest = () => {
    waiting = []
    setTimeout(() => {
      const came = waiting ?? []
      waiting = undefined
      if (came.length === 0) return
      rest()
      handOn(came)
    }, ms)
  }
  return (update) => {
    if (waiting) return void waiting.push(update)
    rest()
    handOn([update])
  }
}

const bell = 'GET /api/notifications' satisfies GetRoute

/** Never sent by the socket: an account change closes it, the others rarely change. */
const quiet: readonly Thing[] = ['account', 'service_area', 'settings']
const watchedThings = things.filter((thing) => !quiet.includes(thing))

/** Refetches whatever may have missed updates, is polled or has failed; lists only if loaded before `listsSince`. */
export function refetchMissed({ listsSince }: { listsSince: number }): void {
  const watched = changeOf(watchedThings)
  void queryClient.invalidateQueries({
    predicate: (query) => {
      const { queryKey: key, state } = query
      if (waits(query)) return true
      const isOld = state.dataUpdatedAt < listsSince
      return isAffected(key, watched) && (isOld || isOfVisit(key) || key[0] === bell)
    },
  })
}

// Signed out is an answer; asking again would bring a guest's page back to the splash.
const waits = ({ observers, state }: Query) =>
  (state.status === 'error' && (state.error as { status?: number } | null)?.status !== 401) ||
  observers.some(({ options }) => options.refetchInterval !== undefined)

/** Applies an update of the server to the cache. */
export function applyUpdate(update: SocketUpdate): void {
  switch (update.type) {
    case 'notification':
      return applyNotification(update.data)
    case 'job_message': {
      const { jobId, messageType, timestamp, type: _, ...rest } = update
      const entry = { ...rest, type: messageType, readAt: null }
      return cacheEntry(jobId, { ...entry, createdAt: timestamp, receivedAt: timestamp })
    }
    case 'changed':
      return applyChanged(update)
    case 'echo':
      return heardEcho(update.id)
    // The call made beside it returns the same.
    case 'ready':
    case 'message_sent':
    case 'message_refused':
  }
}

type Changed = Extract<SocketUpdate, { type: 'changed' }>

const applyChanged = coalesceUpdates<Changed>(250, (all) => {
  const [first, ...others] = all
  if (!first) return
  const isSame = others.every(({ jobId }) => jobId === first.jobId)
  const changed = [...new Set(all.flatMap(({ things: some }) => some))]
  refreshThings(changed, isSame ? first.jobId : null)
})

function applyNotification(data: Notification): void {
  storeNotification(data)
  const queryKey = [bell]
  queryClient.setQueryData<Notification[]>(
    queryKey,
    (known) => known && [data, ...known.filter(({ id }) => id !== data.id)],
  )
  // Restart the paginated list.
  refreshThings(['notifications'], null, (key) => key.length > 1)
}
