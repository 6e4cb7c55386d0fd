import { Suspense } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { useInstallEvent } from '#client/app/install-event.ts'

const InstallOffers = lazyComponent(() =>
  import('#client/features/install/install-offers.tsx').catch(() => ({ default: () => null })),
)

/** Loads what offers the installation where there is something to offer; Safari on iPhones has only `standalone`. */
export function InstallGate({ openedAt }: { openedAt: number }) {
  const offered = useInstallEvent()
  if (!offered && !('standalone' in navigator)) return null
  return (
    <Suspense>
      <InstallOffers openedAt={openedAt} />
    </Suspense>
  )
}
