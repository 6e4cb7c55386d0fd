import { createStore } from '#client/ui/store.ts'
import type { User } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { afterGuard } from './navigation-guard.ts'
import { beginSignOut, finishSignOut } from './pending-sign-out.ts'
import { queryClient } from './queries.ts'
import { clearSessionStore } from './session-store.ts'

/** Unsent changes that signing out would lose, while the user is asked about it. */
export const wouldLose = createStore<number | null>(null)

/** Signs out, online or offline; asks first when unsaved or unsent work would be lost. */
export function signOut(): void {
  afterGuard(() => void askOrLeave())
}

/** For links to the sign-out URL. */
export function signOutInstead(event: { preventDefault: () => void }): void {
  event.preventDefault()
  signOut()
}

async function askOrLeave(): Promise<void> {
  const outbox = await workOutboxOf(queryClient.getQueryData<User>(['GET /api/auth/user']))
  const unsent = outbox?.state.get().entries.length ?? 0
  if (unsent > 0) wouldLose.set(unsent)
  else await leave()
}

/** Customers have no outbox. Without its code on this device, nothing was made offline. */
async function workOutboxOf(user: User | undefined) {
  if (!user || user.role === 'customer') return undefined
  const loaded = await import('./work/work-outbox.ts').catch(() => undefined)
  // Give pending changes a moment to be sent.
  await Promise.race([loaded?.workOutbox.open(user.id), pause()])
  return loaded?.workOutbox
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 3_000))

/** Signs out and deletes the person's data from this tab and device. */
export async function leave(): Promise<void> {
  const user = queryClient.getQueryData<User>(['GET /api/auth/user'])
  const outbox = await workOutboxOf(user)
  // From here on every screen is a visitor's.
  beginSignOut()
  await outbox?.drop()
  await import('./offline-cache.ts').then((cache) => cache.clearOfflineCache()).catch(() => {})
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' })
  clearSessionStore()
  await finishSignOut()
  location.replace(paths.home)
}
