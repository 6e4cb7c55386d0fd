import { createStore } from '#client/ui/store.ts'
import { useStore } from '#client/ui/use-store.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { SocketRequest } from '#shared/contract/socket.ts'

/** What the socket shows of itself; the socket comes later and by itself, this is small. */
type Live = {
  connected: boolean
  /** The newest 20 that came over the socket, newest first. */
  notifications: readonly Notification[]
}

const mostStored = 20

const live = createStore<Live>({ connected: false, notifications: [] })
let send: ((request: SocketRequest) => void) | null = null

function change(next: Partial<Live>): void {
  live.set({ ...live.get(), ...next })
}

/** From now on, until it is called with null, the socket is open and sends by that. */
export function setConnected(sender: typeof send): void {
  send = sender
  change({ connected: sender !== null })
}

export function storeNotification(notification: Notification): void {
  const others = live.get().notifications.filter(({ id }) => id !== notification.id)
  change({ notifications: [notification, ...others].slice(0, mostStored) })
}

/** Somebody else is signed in, or nobody. */
export function clearNotifications(): void {
  change({ notifications: [] })
}

export const isConnected = () => live.get().connected

/** Sends at once, or not at all while there is no connection. */
export function sendNow(request: SocketRequest): void {
  send?.(request)
}

/** Whether the server can be heard right now. */
export const useConnected = (): boolean => useStore(live, ({ connected }) => connected)

/** What came over the socket since the page opened, newest first, at most 20. */
export const useLatestNotifications = (): readonly Notification[] =>
  useStore(live, ({ notifications }) => notifications)
