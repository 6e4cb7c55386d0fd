import { createStore } from '#client/ui/store.ts'

const key = 'fivequart-signed-out'
const longestMs = 5_000

/** Whether somebody has signed out here and the server may still know their session. Nobody is signed in here then. */
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
    // Then it holds as long as the page.
  }
  signOutPending.set(pending)
}

/** From now on nobody is signed in here, whatever cookie is left; the server is told at the next contact. */
export const beginSignOut = (): void => remember(true)

let ending: Promise<boolean> | undefined

/** Has the server end the session of whoever signed out. False while it cannot be reached. */
export function finishSignOut(): Promise<boolean> {
  ending ??= endSession().finally(() => (ending = undefined))
  return ending
}

async function endSession(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(longestMs)
    const { type } = await fetch('/api/logout', { redirect: 'manual', signal })
    // It answers by leading away, which is all that may be seen of it.
    if (type !== 'opaqueredirect') return false
    remember(false)
    return true
  } catch {
    return false
  }
}

// Another tab has signed out, or told the server.
if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if (event.key === key) signOutPending.set(read())
  })
