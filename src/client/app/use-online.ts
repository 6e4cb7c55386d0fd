import { useSyncExternalStore } from 'react'

/** Whether the device has a network, as far as the browser knows. */
export const useOnline = (): boolean => useSyncExternalStore(hearNetwork, () => navigator.onLine)

function hearNetwork(changed: () => void): () => void {
  const over = new AbortController()
  for (const event of ['online', 'offline'])
    addEventListener(event, changed, { signal: over.signal })
  return () => over.abort()
}
