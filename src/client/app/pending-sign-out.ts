import { createStore } from '#client/ui/store.ts'
import { paths } from '#shared/rules/paths.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'

const key = 'fivequart-signed-out'
const longestMs = 5_000

/** Whether the user signed out here while the server may still have their session. */
export const signOutPending = createStore(read())

function read(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function remember(pending: boolean): void {
  try {
    if (pending) localStorage.setItem(key, 'pending')
    else localStorage.removeItem(key)
  } catch {
    // Then it lasts as long as the page.
  }
  signOutPending.set(pending)
}

/** Signs out locally, whatever cookie is left; the server follows at the next contact. */
export const beginSignOut = (): void => remember(true)

let ending: Promise<boolean> | undefined

/** Ends the session on the server; false while it cannot be reached. */
export function finishSignOut(): Promise<boolean> {
  ending ??= endSession().finally(() => (ending = undefined))
  return ending
}

async function endSession(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(longestMs)
    const { type } = await fetch('/api/logout', { redirect: 'manual', signal })
    // The server redirects, and an opaque response is all that fetch shows of it; a captive portal redirects too.
    if (type !== 'opaqueredirect') return false
    const { status, headers } = await fetch('/api/auth/user', { signal })
    if (status !== 401 || !headers.has(serverTimeHeader)) return false
    remember(false)
    return true
  } catch {
    return false
  }
}

// Another tab signed out or reached the server.
if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    signOutPending.set(read())
    // The sign-in page cannot be loaded. The previous screens, which ask about unsaved input, are already gone.
    if (read() && !navigator.onLine) setTimeout(() => location.replace(paths.home))
  })
