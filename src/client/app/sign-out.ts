import { createStore } from '#client/ui/store.ts'
import type { User } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { afterGuard } from './navigation-guard.ts'
import { beginSignOut, finishSignOut } from './pending-sign-out.ts'
import { queryClient } from './queries.ts'
import { clearSessionStore } from './session-store.ts'

/** How many changes signing out would lose, while somebody is asked about it. */
export const wouldLose = createStore<number | null>(null)

/** Leaves, with or without a network; asks first where something was typed or made that the server does not have. */
export function signOut(): void {
  afterGuard(() => void askOrLeave())
}

/** The same in place of following a link to it. */
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

/** Customers make nothing that waits. Where its code is not on this device, nothing was made here without a network. */
async function workOutboxOf(user: User | undefined) {
  if (!user || user.role === 'customer') return undefined
  const loaded = await import('./work/work-outbox.ts').catch(() => undefined)
  // What can still be sent is sent, within a moment.
  await Promise.race([loaded?.workOutbox.open(user.id), pause()])
  return loaded?.workOutbox
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 3_000))

/** Leaves nothing of the person in this tab or on this device. */
export async function leave(): Promise<void> {
  const user = queryClient.getQueryData<User>(['GET /api/auth/user'])
  const outbox = await workOutboxOf(user)
  // From here on every screen is a visitor's.
  beginSignOut()
  await outbox?.drop()
  await import('./offline-cache.ts').then((kept) => kept.clearOfflineCache()).catch(() => {})
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/config' })
  clearSessionStore()
  await finishSignOut()
  location.replace(paths.home)
}
