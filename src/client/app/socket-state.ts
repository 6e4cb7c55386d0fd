import { useGuestLink } from './guest-link.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { SocketRequest } from '#shared/contract/socket.ts'

// Connection state, separate from the socket so that screens can load without it.

const mostStored = 20

const connected = createStore(false)
const guestConnected = createStore(false)
const notifications = createStore<readonly Notification[]>([])
let send: ((request: SocketRequest) => void) | null = null

/** Marks the socket as connected; pass null to mark it closed. */
export function setConnected(sender: typeof send): void {
  send = sender
  connected.set(sender !== null)
}

export function storeNotification(notification: Notification): void {
  const others = notifications.get().filter(({ id }) => id !== notification.id)
  notifications.set([notification, ...others].slice(0, mostStored))
}

/** After the user changed or signed out. */
export const clearNotifications = () => notifications.set([])

export const isConnected = () => connected.get()

/** Connection state of a guest's socket. */
export const guestLine = {
  isConnected: () => guestConnected.get(),
  setConnected: (sender: typeof send) => guestConnected.set(sender !== null),
}

/** Sends now, or not at all while disconnected. */
export function sendNow(request: SocketRequest): void {
  send?.(request)
}

/** Polling interval while disconnected, in ms. */
const pollEveryMs = 5_000

/** `refetchInterval` for data the socket updates: polls only while disconnected. */
export const whileDown =
  (everyMs = pollEveryMs) =>
  (): number | false =>
    isConnected() ? false : everyMs

/** `whileDown` for screens that guests also see; a guest's page has its own socket. */
export function useWhileDown(everyMs = pollEveryMs): () => number | false {
  const isGuest = useGuestLink() !== null
  return () => ((isGuest ? guestLine.isConnected() : isConnected()) ? false : everyMs)
}

/** Whether the socket is connected. */
export const useConnected = () => useStore(connected)

/** Notifications from the socket since the page opened, newest first, at most 20. */
export const useLatestNotifications = () => useStore(notifications)
