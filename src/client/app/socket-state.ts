import { createStore, useStore } from '#client/ui/store.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { SocketRequest } from '#shared/contract/socket.ts'

// What the socket shows of itself; the socket comes later and by itself, this is small.

const mostStored = 20

const connected = createStore(false)
const guestConnected = createStore(false)
const notifications = createStore<readonly Notification[]>([])
let send: ((request: SocketRequest) => void) | null = null

/** From now on, until it is called with null, the socket is open and sends by that. */
export function setConnected(sender: typeof send): void {
  send = sender
  connected.set(sender !== null)
}

export function storeNotification(notification: Notification): void {
  const others = notifications.get().filter(({ id }) => id !== notification.id)
  notifications.set([notification, ...others].slice(0, mostStored))
}

/** Somebody else is signed in, or nobody. */
export const clearNotifications = () => notifications.set([])

export const isConnected = () => connected.get()

/** The same of the socket by which a guest follows their visit. */
export const guestLine = {
  isConnected: () => guestConnected.get(),
  setConnected: (sender: typeof send) => guestConnected.set(sender !== null),
}

/** Sends at once, or not at all while there is no connection. */
export function sendNow(request: SocketRequest): void {
  send?.(request)
}

/** How often the screens look by themselves while there is no connection, in ms. */
export const pollEveryMs = 5_000

/** A query's `refetchInterval`: the socket brings what is new, so it is asked for only while there is none. */
export const whileDown =
  (everyMs = pollEveryMs) =>
  (): number | false =>
    isConnected() ? false : everyMs

/** The same for what a guest follows. */
export const whileGuestDown = (): number | false => (guestConnected.get() ? false : pollEveryMs)

/** Whether the server can be heard right now. */
export const useConnected = () => useStore(connected)

/** What came over the socket since the page opened, newest first, at most 20. */
export const useLatestNotifications = () => useStore(notifications)
