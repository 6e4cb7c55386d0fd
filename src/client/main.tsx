import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/main.css'
import { pagePerson } from './app/page-answers.ts'
import { signOutPending } from './app/pending-sign-out.ts'
import { queryClient } from './app/queries.ts'
import { catchInstallEvent } from './app/install-event.ts'
import { isClearing, rememberedPerson } from './app/remembered-person.ts'
import { chooseLanguage } from './app/language.ts'
import { routes } from './routes.tsx'
import { App } from './screens/everyone/app.tsx'

catchInstallEvent()
// Before anything is waited for: the load event comes once.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Without its texts the page is there in English.
const person = signOutPending.get() ? null : pagePerson()
await chooseLanguage(person?.language ?? null, person?.role).catch(() => {})
if (rememberedPerson() || isClearing())
  await import('./app/offline-cache.ts').then((kept) => kept.restoreSavedReads())

// What could not be loaded without a network is asked for again at once.
addEventListener(
  'online',
  () =>
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    }),
)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App routes={routes} />
    </QueryClientProvider>
  </StrictMode>,
)
