import {
  Component,
  type ReactNode,
  Suspense,
  useMemo,
  useSyncExternalStore,
  useEffect,
} from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Route, Router, Switch, useLocation } from 'wouter'
import { guardedNavigation } from '#client/app/navigation-guard.ts'
import { ScreenMark } from '#client/app/screen-mark.tsx'
import { useLanguage } from '#client/app/language.ts'
import { useCall } from '#client/app/queries.ts'
import { type Session, useSession } from '#client/app/session.ts'
import { useStore } from '#client/ui/store.ts'
import { wouldLose } from '#client/app/sign-out.ts'
import { useSocket } from '#client/app/use-socket.ts'
import {
  type ClientRoute,
  pageAfterSignIn,
  rolesAt,
  routesFor,
  routesInUse,
} from '#client/app/routing.ts'
import type { Role } from '#shared/rules/roles.ts'
import { paths } from '#shared/rules/paths.ts'
import { isAt } from '#shared/rules/screens.ts'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { BrandInTitle } from '#client/ui/page-title.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { currentLanguage, onLanguageChange, t } from '#shared/texts/t.ts'
import { Frame } from './frame.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { Splash } from './splash.tsx'
import { Unreachable } from './unreachable.tsx'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { logoUrl } from '#shared/rules/logo.ts'
import { WifiOff } from 'lucide-react'
import { useOnline } from '#client/app/network-state.ts'

// Rarely needed.
const NotFound = lazyComponent(() => import('./not-found.tsx'))
const NotForYou = lazyComponent(() => import('./not-for-you.tsx'))
const SignIn = lazyComponent(() => import('#client/screens/public/sign-in.tsx'))
const SignOutQuestion = lazyComponent(() => import('./sign-out-question.tsx'))
const SessionEnded = lazyComponent(() => import('./session-ended.tsx'))
const Deactivated = lazyComponent(() => import('./deactivated.tsx'))
const RoleSelection = lazyComponent(() => import('./role-selection.tsx'))

/** The whole app, remounted when the language changes. */
export function App({ routes }: { routes: readonly ClientRoute[] }) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage)
  return (
    <Router aroundNav={guardedNavigation}>
      <Pages key={language} routes={routes} />
    </Router>
  )
}

/** These need neither a session nor the business's data. */
const diagnosticScreens = ['/diagnostics', '/mobile-debug'] as const

/** Picks the screens by the signed-in person. */
function Pages({ routes }: { routes: readonly ClientRoute[] }) {
  const [location] = useLocation()
  const session = useSession()
  const user = 'user' in session ? session.user : null
  const inTheirLanguage = useLanguage(user?.language ?? null, user?.role ?? null)
  useSocket('user' in session && session.state !== 'ended' ? session.user.id : undefined)
  const business = useCall('GET /api/config', undefined, { staleTime: 300_000 })
  useTabIcon(business.data?.logo)
  const unsent = useStore(wouldLose)
  // Diagnostics must work when nothing else does.
  const diagnosis = diagnosticScreens.some((path) => isAt(path, location)) && (
    <WithoutFrame>
      <Screens routes={routes} session={{ state: 'signed-out' }} />
    </WithoutFrame>
  )
  if (session.state === 'loading' || business.isPending || !inTheirLanguage)
    return <Splash business={business.data} instead={diagnosis} />
  if (session.state === 'unreachable' || !business.data) {
    if (diagnosis) return diagnosis
    const retry = () => {
      if (session.state === 'unreachable') session.retry()
      if (business.isError) void business.refetch()
    }
    return <Unreachable retry={retry} pending={business.isFetching} />
  }
  return (
    <BrandInTitle value={business.data.brandName}>
      <Frame
        user={session.state === 'signed-out' ? null : session.user}
        nextPage={() => pageAfterSignIn(routes)}
      >
        {session.state === 'ended' && (
          <Suspense>
            <SessionEnded />
          </Suspense>
        )}
        {session.state === 'signed-in' && session.user.role !== 'technician' && <OfflineNotice />}
        <Screens routes={routesInUse(routes, business.data.uses)} session={session} />
      </Frame>
      {unsent !== null && (
        <Suspense>
          <SignOutQuestion count={unsent} />
        </Suspense>
      )}
      <Toasts />
    </BrandInTitle>
  )
}

function WithoutFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <main className="px-4 pt-6 pb-28 sm:px-6">{children}</main>
      <Toasts />
    </>
  )
}

function Screens({ routes, session }: { routes: readonly ClientRoute[]; session: Session }) {
  const [location] = useLocation()
  const role = roleAt(location, session)
  const isShutOut = session.state === 'signed-out' && session.deactivated
  const own = useMemo(() => routesFor(routes, role), [routes, role])
  return (
    <CrashBoundary key={location}>
      <Suspense fallback={<PageSkeleton />}>
        {isShutOut && !isForEveryone(routes, location) ? (
          <Deactivated />
        ) : session.state === 'no-role' ? (
          <RoleSelection rolesAt={(path) => rolesAt(routes, path)} />
        ) : (
          <Switch>
            {own.map(({ path, screen: Screen, audience }) => (
              <Route key={`${path} ${audience.join()}`} path={path}>
                <ScreenMark screen={{ path }} />
                <Screen />
              </Route>
            ))}
            <Route>
              <Elsewhere signedIn={role !== null} roles={rolesAt(routes, location)} />
            </Route>
          </Switch>
        )}
      </Suspense>
    </CrashBoundary>
  )
}

const isForEveryone = (routes: readonly ClientRoute[], path: string) =>
  routes.some((one) => one.audience.includes('everyone') && isAt(one.path, path))

/** The role whose screens are shown: with an ended session the saved ones, and the sign-in page. */
function roleAt(path: string, session: Session): Role | null {
  if (session.state === 'signed-in') return session.user.role
  return session.state === 'ended' && !isAt(paths.signIn, path) ? session.user.role : null
}

/** For paths without a screen for this person: another role may have one. */
function Elsewhere({ signedIn, roles }: { signedIn: boolean; roles: readonly Role[] }) {
  return (
    <>
      <ScreenMark screen={roles.length === 0 ? 'missing' : { isFor: roles }} />
      {roles.length === 0 ? <NotFound /> : signedIn ? <NotForYou roles={roles} /> : <SignIn />}
    </>
  )
}

/** Sets the tab icon to the logo; browsers do not reload an icon with the same URL. */
function useTabIcon(logo: PublicConfig['logo'] | undefined): void {
  const href = logo ? logoUrl(logo, 'icon-192') : undefined
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || href === undefined) return
    const { href: before, type } = link
    link.type = 'image/png'
    link.href = href
    return () => {
      link.type = type
      link.href = before
    }
  }, [href])
}

/** For customers and the office: offline they see the last known data. */
function OfflineNotice() {
  const online = useOnline()
  // A network does not mean that the server can be reached.
  const { error } = useCall('GET /api/auth/user', undefined, { enabled: false, gcTime: 120_000 })
  const away = !online || error?.status === 0
  return (
    <p role="status" className="mx-auto max-w-column empty:hidden">
      {away && (
        <span className="mb-4 flex items-center gap-2 rounded-control bg-amber-wash px-3 py-2 text-sm text-amber">
          <WifiOff className="flex-none" />
          {t("You're offline. Showing your last saved information.")}
        </span>
      )}
    </p>
  )
}

class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <>
        <ScreenMark screen="crashed" />
        <ErrorState
          page
          title={t('Something went wrong')}
          text={t('This page stopped working. Reloading usually helps.')}
          onRetry={() => location.reload()}
          retryLabel={t('Reload')}
        />
      </>
    )
  }
}
