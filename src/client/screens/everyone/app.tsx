import { Suspense, useMemo, useSyncExternalStore } from 'react'
import { lazyPart } from '#client/ui/load-part.ts'
import { Route, Router, Switch, useLocation } from 'wouter'
import { askBeforeLeaving } from '#client/app/leaving.ts'
import { useLanguage } from '#client/app/language.ts'
import { useCall } from '#client/app/queries.ts'
import { type Session, useSession } from '#client/app/session.ts'
import { useSocket } from '#client/app/use-socket.ts'
import { type ClientRoute, pageAfterSignIn, rolesAt, routesFor } from '#client/app/routing.ts'
import type { Role } from '#shared/rules/roles.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { currentLanguage, onLanguageChange, t } from '#shared/texts/t.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { Frame } from './frame.tsx'
import { PageLoading } from './page-loading.tsx'
import { Splash } from './splash.tsx'

// Few people see these, so their code comes when they do.
const NotFound = lazyPart(() => import('./not-found.tsx'))
const NotForYou = lazyPart(() => import('./not-for-you.tsx'))
const SignIn = lazyPart(() => import('#client/screens/public/sign-in.tsx'))
const RoleSelection = lazyPart(() => import('./role-selection.tsx'))

/** The whole app, made anew when the language changes. */
export function App({ routes }: { routes: readonly ClientRoute[] }) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage)
  return (
    <Router aroundNav={askBeforeLeaving}>
      <Pages key={language} routes={routes} />
    </Router>
  )
}

/** Decides by who is signed in which screens exist. */
function Pages({ routes }: { routes: readonly ClientRoute[] }) {
  const session = useSession()
  const inTheirLanguage = useLanguage('user' in session ? (session.user.language ?? null) : null)
  useSocket('user' in session ? session.user.id : undefined)
  const business = useCall('GET /api/config', undefined, { staleTime: 300_000 })
  if (session.state === 'loading' || business.isPending || !inTheirLanguage)
    return <Splash business={business.data} />
  if (session.state === 'unreachable' || !business.data) {
    const retry = () => {
      if (session.state === 'unreachable') session.retry()
      if (business.isError) void business.refetch()
    }
    return (
      <main className="mx-auto max-w-column pt-24">
        <ErrorState
          page
          title={t('We cannot reach the server')}
          text={t('Please check your connection. Nothing you entered is lost.')}
          onRetry={retry}
          pending={business.isFetching}
        />
      </main>
    )
  }
  return (
    <>
      <Frame
        user={session.state === 'signed-out' ? null : session.user}
        nextPage={() => pageAfterSignIn(routes)}
      >
        <Screens routes={routes} session={session} />
      </Frame>
      <Toasts />
    </>
  )
}

function Screens({ routes, session }: { routes: readonly ClientRoute[]; session: Session }) {
  const [location] = useLocation()
  const role = session.state === 'signed-in' ? session.user.role : null
  const own = useMemo(() => routesFor(routes, role), [routes, role])
  return (
    <CrashBoundary key={location}>
      <Suspense fallback={<PageLoading />}>
        {session.state === 'no-role' ? (
          <RoleSelection rolesAt={(path) => rolesAt(routes, path)} />
        ) : (
          <Switch>
            {own.map(({ path, screen, audience }) => (
              <Route key={`${path} ${audience.join()}`} path={path} component={screen} />
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

/** Where this person has no screen: others do, perhaps the same person once signed in, or nobody does. */
function Elsewhere({ signedIn, roles }: { signedIn: boolean; roles: readonly Role[] }) {
  if (roles.length === 0) return <NotFound />
  return signedIn ? <NotForYou roles={roles} /> : <SignIn />
}
