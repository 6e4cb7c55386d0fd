import { useState, useEffect } from 'react'
import { afterGuard } from '#client/app/navigation-guard.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import { useConnected } from '#client/app/socket-state.ts'

/** Offers the newer app; nothing loads it but a press, and what is not saved is asked about first. */
export function AppUpdateBar() {
  const { brandName } = useBusiness()
  const [later, setLater] = useState(false)
  const isShown = useAppUpdate() && !later
  return (
    <div role="status" className="print:hidden">
      {isShown && (
        <div className="border-b border-line bg-amber-wash text-sm">
          <div className="mx-auto flex min-h-13 max-w-wide flex-wrap items-center gap-x-2 px-4 py-1 sm:px-6">
            <p className="min-w-40 flex-1">
              {t('A newer version of {brand} is ready.', { brand: brandName })}
            </p>
            <Button size="small" onClick={() => afterGuard(() => location.reload())}>
              {t('Update')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setLater(true)}>
              {t('Later')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

const lookAgainMs = 300_000

const newer = createStore(false)
let lookedAt = Date.now()

/**
 * Whether the server has another app than the one that runs in this page. Looked up when somebody comes back to the
 * page, and when the socket comes back: a server that was replaced has closed it.
 */
function useAppUpdate(): boolean {
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
