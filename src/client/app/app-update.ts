import { useEffect } from 'react'
import { createStore } from '#client/ui/store.ts'
import { useStore } from '#client/ui/use-store.ts'
import { useConnected } from './socket-state.ts'

const lookAgainMs = 300_000

const newer = createStore(false)
let lookedAt = Date.now()

/**
 * Whether the server has another app than the one that runs in this page. Looked up when somebody comes back to the
 * page, and when the socket comes back: a server that was replaced has closed it.
 */
export function useAppUpdate(): boolean {
  const connected = useConnected()
  useEffect(() => {
    if (connected) void look()
  }, [connected])
  useEffect(() => {
    const comeBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - lookedAt > lookAgainMs) void look()
    }
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])
  return useStore(newer)
}

async function look(): Promise<void> {
  lookedAt = Date.now()
  // There is none while developing, when pages reload by themselves.
  const running = document.querySelector('script[src^="/assets/"]')?.getAttribute('src')
  if (!running) return
  const page = await fetch('/index.html', { cache: 'no-cache' }).catch(() => undefined)
  if (page?.ok) newer.set(!(await page.text()).includes(running))
}
