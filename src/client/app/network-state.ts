import { useStore, createStore } from '#client/ui/store.ts'
import { useConnected } from './socket-state.ts'
import { useSyncExternalStore } from 'react'

/** Whether the last call came to the server; `navigator.onLine` may say yes without a network, as after a reload. */
export const reached = createStore(true)

/** Whether what is done now stays on the device: there is no network, or the server cannot be reached over it. */
export function useOffline(): boolean {
  const online = useOnline()
  const connected = useConnected()
  const heard = useStore(reached)
  return !online || (!connected && !heard)
}

/** Whether the device has a network, as far as the browser knows. */
export const useOnline = (): boolean => useSyncExternalStore(hearNetwork, () => navigator.onLine)

function hearNetwork(changed: () => void): () => void {
  const over = new AbortController()
  for (const event of ['online', 'offline'])
    addEventListener(event, changed, { signal: over.signal })
  return () => over.abort()
}
