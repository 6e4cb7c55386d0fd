import type { User } from '#shared/contract/accounts.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import type { CallError, Route } from './call.ts'
import { signOutPending } from './pending-sign-out.ts'
import { queryClient, refreshThings, useCall } from './queries.ts'
import { setStoreOwner } from './session-store.ts'
import { useStore } from '#client/ui/store.ts'
import { offlineOwner } from './offline-owner.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  /** `deactivated`: because the office has ended their access. */
  | { state: 'signed-out'; deactivated?: true }
  /** It has ended, and what this device saved for them is still shown. */
  | { state: 'ended'; user: User & { role: NonNullable<User['role']> } }
  | { state: 'no-role'; user: User }
  | { state: 'signed-in'; user: User & { role: NonNullable<User['role']> } }

/** Who is signed in. Only a 401 means nobody; any other failure is said and can be retried. */
export function useSession(): Session {
  const user = useCall('GET /api/auth/user', undefined, {
    staleTime: 30_000,
    gcTime: 120_000,
    // That nobody is signed in the page may have said already.
    retryOnMount: false,
    // Another tab may have signed out, and Back brings a page that was left by signing out. A visitor's half-filled
    // sign-in form is left alone: asking anew would show the splash instead.
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })
  const hasLeft = useStore(signOutPending)
  if (hasLeft) return { state: 'signed-out' }
  // Before the data, which outlives the session in the cache.
  if (user.error?.status === 401) {
    const { data } = user
    if (whyEnded(user) === 'deactivated') return { state: 'signed-out', deactivated: true }
    if (!data?.role || !seesSavedDay(user)) return { state: 'signed-out' }
    return { state: 'ended', user: { ...data, role: data.role } }
  }
  if (user.data) {
    const { role } = user.data
    return role
      ? { state: 'signed-in', user: { ...user.data, role } }
      : { state: 'no-role', user: user.data }
  }
  if (user.error) return { state: 'unreachable', retry: () => void user.refetch() }
  return { state: 'loading' }
}

/** The signed-in person, on screens that only exist for one. */
export function usePerson(): User {
  const { data } = useCall('GET /api/auth/user', undefined, { gcTime: 120_000 })
  if (!data) throw new Error('This screen needs a signed-in person')
  return data
}

/**
 * Puts a just signed-in person in place without another call, and forgets what the one before saw. Whoever comes back
 * after their session ended goes on with what is there, loaded anew.
 */
export function beSignedIn(user: User): void {
  const isBack = known === user.id && queryClient.getQueryData<User>([who])?.id === user.id
  queryClient.setQueryData<User>([who], user)
  if (isBack)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== who })
  else forgetWhatWasSeen()
}

const who = 'GET /api/auth/user' satisfies Route
let known: string | undefined

const hasEnded = () => queryClient.getQueryState<User, CallError>([who])?.error?.status === 401

function forgetWhatWasSeen(): void {
  const kept: unknown[] = [who, 'GET /api/config']
  void queryClient.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
}

// A session may end or change hands at any time: in another tab, or because an admin ended it.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated') return
  const ended = (query.state.error as CallError | null)?.status === 401
  if (query.queryKey[0] !== who) {
    if (ended && known && !hasEnded()) refreshThings(['account'])
    return
  }
  const left = ended && !seesSavedDay(query.state)
  const now = left ? undefined : (query.state.data as User | undefined)?.id
  const changed = known !== undefined && known !== now
  known = now
  setStoreOwner(now ?? null)
  if (changed) forgetWhatWasSeen()
})

// Once the server knows that somebody has left, it can say who is here.
signOutPending.subscribe(() => {
  if (!signOutPending.get()) void queryClient.refetchQueries({ queryKey: [who] })
})

/** Brand, opening hours and booking window; loaded before the first screen. */
export function useBusiness(): PublicConfig {
  const { data } = useCall('GET /api/config', undefined, { staleTime: 300_000 })
  if (!data) throw new Error('The business is loaded before any screen')
  return data
}

/** The same on pages that are there while it cannot be known. Only looks, like `useMaybePerson`. */
export function useMaybeBusiness(): PublicConfig | undefined {
  return useCall('GET /api/config', undefined, { enabled: false }).data
}

/**
 * Who is signed in, on screens that are for everybody; null for a visitor. Only looks: asking again for a visitor
 * would send the whole app back to its splash.
 */
export function useMaybePerson(): User | null {
  const { data } = useCall('GET /api/auth/user', undefined, { enabled: false, gcTime: 120_000 })
  return data ?? null
}

/** Who is signed in, as far as the last answer said: `data` outlives the session, `error` says that it has ended. */
type Asked = { data?: unknown; error: unknown }

/** Why the server ended a session, where it says so. */
const whyEnded = ({ error }: Asked): unknown =>
  (error as { details?: { reason?: unknown } } | null)?.details?.reason

/**
 * Whether somebody whose session has ended still sees what this device has saved for them: a technician in the middle
 * of a day, unless the office has taken their access away.
 */
export function seesSavedDay(asked: Asked): boolean {
  const user = asked.data as User | undefined
  return user?.role === 'technician' && offlineOwner() === user.id && whyEnded(asked) === undefined
}
