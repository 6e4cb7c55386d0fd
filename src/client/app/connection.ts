import { useSyncExternalStore } from 'react'
import type { Notification } from '#shared/contract/notifications.ts'
import type { SocketRequest } from '#shared/contract/socket.ts'

/** What the socket shows of itself; the socket comes later and by itself, this is small. */
type Live = {
  connected: boolean
  /** The newest 20 that came over the socket, newest first. */
  news: readonly Notification[]
}

const mostKept = 20

let live: Live = { connected: false, news: [] }
let send: ((request: SocketRequest) => void) | null = null
const listeners = new Set<() => void>()

function change(next: Partial<Live>): void {
  live = { ...live, ...next }
  for (const listener of listeners) listener()
}

/** From now on, until it is called with null, the socket is open and sends by that. */
export function setConnected(sender: typeof send): void {
  send = sender
  change({ connected: sender !== null })
}

export function keepNotification(notification: Notification): void {
  const others = live.news.filter(({ id }) => id !== notification.id)
  change({ news: [notification, ...others].slice(0, mostKept) })
}

/** Somebody else is signed in, or nobody. */
export function forgetNotifications(): void {
  change({ news: [] })
}

export const isConnected = () => live.connected

/** Sends at once, or not at all while there is no connection. */
export function sendNow(request: SocketRequest): void {
  send?.(request)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the server can be heard right now. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, isConnected, () => false)
}

/** What came over the socket since the page opened, newest first, at most 20. */
export function useLatestNotifications(): readonly Notification[] {
  return useSyncExternalStore(
    subscribe,
    () => live.news,
    () => live.news,
  )
}
