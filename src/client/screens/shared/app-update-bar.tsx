import { useState, useEffect } from 'react'
import { afterGuard } from '#client/app/navigation-guard.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import { useConnected } from '#client/app/socket-state.ts'

/** Offers to reload into a newer app; unsaved changes are asked about first. */
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
 * Whether the server has a newer app. Checked when the page becomes visible and when the socket reconnects, as a
 * replaced server closes it.
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
  // Missing in development, where pages reload themselves.
  const running = document.querySelector('script[src^="/assets/"]')?.getAttribute('src')
  if (!running) return
  const page = await fetch('/index.html', { cache: 'no-cache' }).catch(() => undefined)
  if (page?.ok) newer.set(!(await page.text()).includes(running))
}
