import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/main.css'
import type { User } from '#shared/contract/accounts.ts'
import { cachePageAnswers, personOf, readPageAnswers } from './app/preloaded-answers.ts'
import { signOutPending } from './app/pending-sign-out.ts'
import { queryClient } from './app/queries.ts'
import { catchInstallEvent } from './app/install-event.ts'
import { isClearing, offlineOwner } from './app/offline-owner.ts'
import { chooseLanguage } from './app/language.ts'
import { screenAt } from './app/routing.ts'
import { whenIdle } from './app/when-idle.ts'
import { routes } from './routes.tsx'
import { App } from './screens/shared/app.tsx'

catchInstallEvent()
// Register first: the load event fires once.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))

const longestWaitMs = 2000

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Falls back to English.
const answers = signOutPending.get() ? [] : readPageAnswers()
const person = personOf(answers)
await chooseLanguage(person?.language ?? null, person?.role).catch(() => {})
if (offlineOwner() || isClearing())
  await import('./app/offline-cache.ts').then((cache) => cache.restoreSavedReads())

cachePageAnswers(answers)

// Show the screen at first paint, unless its code is slow to load.
const who = queryClient.getQueryState<User>(['GET /api/auth/user'])
if (who)
  await Promise.race([
    screenAt(routes, who.data?.role ?? null, location.pathname)?.ahead(),
    new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
  ]).catch(() => {})

whenIdle(
  () =>
    void import('./app/unreached-reads.ts')
      .then((reads) => reads.repeatUnreachedReads())
      .catch(() => {}),
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
