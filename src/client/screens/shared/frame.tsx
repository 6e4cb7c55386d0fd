import { isOurs } from '#client/app/call.ts'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { useLocation } from 'wouter'
import { useBusiness } from '#client/app/session.ts'
import { useIdle } from '#client/app/when-idle.ts'
import type { User } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { useInstallEvent } from '#client/app/install-event.ts'
import { afterGuard } from '#client/app/navigation-guard.ts'
import { SmallButton, QuietButton } from '#client/ui/button.tsx'
import { createStore, useStore } from '#client/ui/store.ts'
import { useConnected } from '#client/app/socket-state.ts'

const DemoBanner = lazyComponent(() => import('./demo-banner.tsx'))

interface FrameProps {
  user: User | null
  nextPage: () => string
  children: ReactNode
}

/** Around every screen: navigation, demo bar, main. */
export function Frame({ user, nextPage, children }: FrameProps) {
  const { demo } = useBusiness()
  const idle = useIdle()
  const [openedAt] = useState(Date.now)
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(location)

  // A new page starts at its top, with the focus on it.
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [location])

  const offersSignIn = nextPage() === paths.home && location !== paths.signIn
  const bare = !user && location === '/'
  return (
    <>
      {/* The first Tab stop. */}
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-ink px-4 py-2.5 font-semibold text-paper focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      {idle && <InstallGate openedAt={openedAt} />}
      <AppUpdateBar />
      {demo && (
        <Suspense fallback={<NoBanner />}>
          {idle ? <DemoBanner user={user} nextPage={nextPage} /> : <NoBanner />}
        </Suspense>
      )}
      {!bare && <NavigationBar user={user} offersSignIn={offersSignIn} />}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={
          bare
            ? ''
            : 'px-4 pt-6 pb-28 outline-none max-sm:[body:has([data-install-prompt])_&]:pb-56 sm:px-6'
        }
      >
        {children}
      </main>
    </>
  )
}

const NoBanner = () => <div className="h-11 bg-[#14181f]" />

const InstallOffers = lazyComponent(() =>
  import('#client/features/install/install-offers.tsx').catch(() => ({ default: () => null })),
)

function InstallGate({ openedAt }: { openedAt: number }) {
  const offered = useInstallEvent()
  if (!offered && !('standalone' in navigator)) return null
  return (
    <Suspense>
      <InstallOffers openedAt={openedAt} />
    </Suspense>
  )
}

/** Offers to reload into a newer app; unsaved changes are asked about first. */
function AppUpdateBar() {
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
            <SmallButton onClick={() => afterGuard(() => location.reload())}>
              {t('Update')}
            </SmallButton>
            <QuietButton onClick={() => setLater(true)}>{t('Later')}</QuietButton>
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
      if (!document.hidden && Date.now() - lookedAt > lookAgainMs) void look()
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
  if (page?.ok && isOurs(page)) newer.set(!(await page.text()).includes(running))
}
