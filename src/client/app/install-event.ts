import { createStore, useStore } from '#client/ui/store.ts'

/** What browsers of the Chromium family tell a page that can be installed. */
export interface InstallEvent extends Event {
  /** Opens the browser's own question; works once. */
  prompt?: () => Promise<unknown>
  userChoice?: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offered = createStore<{ event: InstallEvent; at: number } | null>(null)

/** Holds the browser's offer to install; it may come before the first screen has rendered, and it comes once. */
export function catchInstallEvent(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar stays away: ours asks, and remembers the answer.
    event.preventDefault()
    offered.set({ event, at: Date.now() })
  })
}

/** The browser's offer to install the app and when it came; null until then, and where there is none. */
export const useInstallEvent = () => useStore(offered)
