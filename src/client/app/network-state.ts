import { useStore, createStore } from '#client/ui/store.ts'
import { useConnected } from './socket-state.ts'
import { useSyncExternalStore } from 'react'

/** Whether the last call reached the server; `navigator.onLine` can be true without a network. */
export const reached = createStore(true)

/** Whether changes stay on the device for now: no network, or no server. */
export function useOffline(): boolean {
  const online = useOnline()
  const connected = useConnected()
  const heard = useStore(reached)
  return !online || (!connected && !heard)
}

/** Whether the browser reports a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(onNetworkChange, () => navigator.onLine)

function onNetworkChange(changed: () => void): () => void {
  const over = new AbortController()
  for (const event of ['online', 'offline'])
    addEventListener(event, changed, { signal: over.signal })
  return () => over.abort()
}
