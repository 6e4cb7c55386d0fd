import type { User } from '#shared/contract/accounts.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import type { CallError, Route } from './call.ts'
import { useGuestLink } from './guest-link.ts'
import { signOutPending } from './pending-sign-out.ts'
import { queryClient, refreshThings, useBrowserCall, useCall } from './queries.ts'
import { setStoreOwner } from './session-store.ts'
import { useStore } from '#client/ui/store.ts'
import { offlineOwner } from './offline-owner.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  /** `deactivated`: the office ended their access. */
  | { state: 'signed-out'; deactivated?: true }
  /** The session ended, but saved data is still shown. */
  | { state: 'ended'; user: User & { role: NonNullable<User['role']> } }
  | { state: 'no-role'; user: User }
  | { state: 'signed-in'; user: User & { role: NonNullable<User['role']> } }

/** The signed-in person. Only a 401 means signed out; other failures can be retried. */
export function useSession(): Session {
  const user = useBrowserCall('GET /api/auth/user', {
    staleTime: 30_000,
    gcTime: 120_000,
    // The page may have brought the 401 already.
    retryOnMount: false,
    // Another tab may have signed out, and Back may restore a page from before. Visitors are not rechecked: the splash
    // would replace a half-filled sign-in form.
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })
  const hasLeft = useStore(signOutPending)
  if (hasLeft) return { state: 'signed-out' }
  // On a repeated check a visitor stays signed out until the answer, because the splash would drop the page's state.
  const refused = user.isPending ? refusal : user.error?.status === 401 && user.error
  // Checked first, because cached data outlives the session.
  if (refused) {
    const { data } = user
    if (whyEnded({ error: refused }) === 'deactivated')
      return { state: 'signed-out', deactivated: true }
    if (!data?.role || !showsSavedDay(user)) return { state: 'signed-out' }
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

/** The signed-in user, on screens that require one. */
export function usePerson(): User {
  const { data } = useBrowserCall('GET /api/auth/user', { gcTime: 120_000 })
  if (!data) throw new Error('This screen needs a signed-in person')
  return data
}

type Party = Pick<User, 'id' | 'role' | 'firstName' | 'lastName'>

/** The person viewing a visit: the signed-in one, or on a guest's page the visit's customer. */
export function useParty(): Party {
  const isGuest = useGuestLink() !== null
  const session = useBrowserCall('GET /api/auth/user', { enabled: !isGuest, gcTime: 120_000 })
  const visits = useCall('GET /api/jobs/customer', undefined, { enabled: isGuest })
  const [visit] = visits.data ?? []
  const guest: Party | undefined = visit && {
    id: visit.customer.id,
    role: 'customer',
    firstName: visit.customer.name,
    lastName: '',
  }
  const party = isGuest ? guest : session.data
  if (!party) throw new Error('This screen needs a signed-in person or a guest')
  return party
}

/**
 * Puts a just signed-in user in place without another call and drops the previous user's data. The same person
 * returning keeps theirs, refetched.
 */
export function setSignedInUser(user: User): void {
  const isBack = known === user.id && queryClient.getQueryData<User>([who])?.id === user.id
  queryClient.setQueryData<User>([who], user)
  if (isBack)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== who })
  else resetCachedCalls()
}

const who = 'GET /api/auth/user' satisfies Route
let known: string | undefined
/** The last 401, while no one is signed in. */
let refusal: CallError | undefined

const hasEnded = () => queryClient.getQueryState<User, CallError>([who])?.error?.status === 401

function resetCachedCalls(): void {
  const kept: unknown[] = [who, 'GET /api/config']
  void queryClient.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
}

// Sessions end or change in other tabs, or by an admin.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed' && query.queryKey[0] === who) refusal = undefined
  if (type !== 'updated') return
  const ended = (query.state.error as CallError | null)?.status === 401
  if (query.queryKey[0] !== who) {
    if (ended && known && !hasEnded()) refreshThings(['account'])
    return
  }
  if (ended) refusal = query.state.error as CallError
  else if (query.state.data) refusal = undefined
  const left = ended && !showsSavedDay(query.state)
  const now = left ? undefined : (query.state.data as User | undefined)?.id
  const changed = known !== undefined && known !== now
  known = now
  setStoreOwner(now ?? null)
  if (changed) resetCachedCalls()
})

// After the server ended the session, it knows who is signed in.
signOutPending.subscribe(() => {
  if (!signOutPending.get()) void queryClient.refetchQueries({ queryKey: [who] })
})

/** Brand, hours and booking window; loaded before the first screen. */
export function useBusiness(): PublicConfig {
  const { data } = useBrowserCall('GET /api/config', { staleTime: 300_000 })
  if (!data) throw new Error('The business is loaded before any screen')
  return data
}

/** For pages that render before it is loaded. Never fetches. */
export function useMaybeBusiness(): PublicConfig | undefined {
  return useBrowserCall('GET /api/config', { enabled: false }).data
}

/**
 * The signed-in user or null, on screens for everyone. Never fetches: for a visitor that would bring back the splash.
 */
export function useMaybePerson(): User | null {
  const { data } = useBrowserCall('GET /api/auth/user', { enabled: false, gcTime: 120_000 })
  return data ?? null
}

/** Cached state of the session: `data` outlives it, `error` means it ended. */
type UserResult = { data?: unknown; error: unknown }

/** Why the server ended a session, if given. */
const whyEnded = ({ error }: UserResult): unknown =>
  (error as { details?: { reason?: unknown } } | null)?.details?.reason

/**
 * Whether saved data stays visible after the session ended: for a technician in the middle of a day, unless
 * deactivated.
 */
export function showsSavedDay(result: UserResult): boolean {
  const user = result.data as User | undefined
  return user?.role === 'technician' && offlineOwner() === user.id && whyEnded(result) === undefined
}
