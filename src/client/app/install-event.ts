import { useSyncExternalStore } from 'react'

/** What browsers of the Chromium family tell a page that can be installed. */
export interface InstallEvent extends Event {
  /** Opens the browser's own question; works once. */
  prompt?: () => Promise<unknown>
  userChoice?: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: { event: InstallEvent; at: number } | null = null
const listeners = new Set<() => void>()

/** Holds the browser's offer to install; it may come before the first screen has rendered, and it comes once. */
export function catchInstallEvent(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar stays away: ours asks, and remembers the answer.
    event.preventDefault()
    offered = { event, at: Date.now() }
    for (const listener of listeners) listener()
  })
}

/** The browser's offer to install the app and when it came; null until then, and where there is none. */
export function useInstallEvent() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => offered,
    () => null,
  )
}
