import { createStore, useStore } from '#client/ui/store.ts'

/** Event of Chromium browsers for a page that can be installed. */
export interface InstallEvent extends Event {
  /** Opens the browser's own prompt; works once. */
  prompt?: () => Promise<unknown>
  userChoice?: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offered = createStore<{ event: InstallEvent; at: number } | null>(null)

/** Keeps the browser's install offer, which comes once and maybe before the first render. */
export function catchInstallEvent(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Suppress the browser's bar: ours remembers the answer.
    event.preventDefault()
    offered.set({ event, at: Date.now() })
  })
}

/** The browser's install offer and when it came; null without one. */
export const useInstallEvent = () => useStore(offered)
