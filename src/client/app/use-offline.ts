import { useStore } from '#client/ui/use-store.ts'
import { useConnected } from './socket-state.ts'
import { reached } from './reached.ts'
import { useOnline } from './use-online.ts'

/** Whether what is done now stays on the device: there is no network, or the server cannot be reached over it. */
export function useOffline(): boolean {
  const online = useOnline()
  const connected = useConnected()
  const heard = useStore(reached)
  return !online || (!connected && !heard)
}
