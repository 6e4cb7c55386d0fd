import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { User } from '#shared/contract/accounts.ts'
import { signOutPending } from '#client/app/pending-sign-out.ts'
import { queryClient } from '#client/app/queries.ts'
import { catchInstallEvent } from '#client/app/install-event.ts'
import { isClearing, offlineOwner } from '#client/app/offline-owner.ts'
import { chooseLanguage } from '#client/app/language.ts'
import { screenAt } from '#client/app/routing.ts'
import { routes } from './routes.tsx'
import { App } from '#client/screens/shared/app.tsx'
import { errorOf } from '#client/app/call.ts'

catchInstallEvent()
// Register first: the load event fires once.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))

const longestWaitMs = 2000

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Falls back to English.
const answers = signOutPending.get() ? [] : takePageAnswers()
const person = personOf(answers)
await chooseLanguage(person?.language ?? null, person?.role).catch(() => {})
if (offlineOwner() || isClearing())
  await import('./app/offline-cache.ts').then((kept) => kept.restoreSavedReads())

keepPageAnswers(answers)

// Show the screen at first paint, unless its code is slow to load.
const who = queryClient.getQueryState<User>(['GET /api/auth/user'])
if (who)
  await Promise.race([
    screenAt(routes, who.data?.role ?? null, location.pathname)?.ahead(),
    new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
  ]).catch(() => {})

// Retry what failed offline.
addEventListener(
  'online',
  () =>
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    }),
)

// Renders in slices, so the page stays responsive.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App routes={routes} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)

type Given = { key: readonly unknown[]; status: number; body: unknown }

export function takePageAnswers(): readonly Given[] {
  const data = document.getElementById('answers')
  data?.remove()
  return data ? (JSON.parse(data.textContent) as Given[]) : []
}

/** Who the page was made for. */
export function personOf(given: readonly Given[]): User | null {
  const user = given.find(({ key: [route] }) => route === 'GET /api/auth/user')
  return user?.status === 200 ? (user.body as User) : null
}

/** Caches the answers as fetched, not as written by this device. */
export function keepPageAnswers(given: readonly Given[]): void {
  const updatedAt = Math.round(Date.now() - ageOfPage())
  for (const { key: queryKey, status, body } of given) {
    const query = queryClient.getQueryCache().build(queryClient, { queryKey })
    if (status === 200) query.setData(body, { updatedAt, manual: false })
    else
      query.setState({
        status: 'error',
        error: errorOf(status, body),
        errorUpdatedAt: Date.now(),
      })
  }
}

/** Time since the server began this response, in ms: on a slow line the script runs seconds later. */
function ageOfPage(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? Math.max(0, performance.now() - page.responseStart) : 0
}
