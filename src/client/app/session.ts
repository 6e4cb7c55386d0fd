import type { User } from '#shared/contract/accounts.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { queryClient, useCall } from './queries.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signed-out' }
  | { state: 'no-role'; user: User }
  | { state: 'signed-in'; user: User & { role: NonNullable<User['role']> } }

/** Who is signed in. Only a 401 means nobody; any other failure is said and can be retried. */
export function useSession(): Session {
  const user = useCall('GET /api/auth/user', undefined, { staleTime: 30_000, gcTime: 120_000 })
  if (user.data) {
    const { role } = user.data
    return role
      ? { state: 'signed-in', user: { ...user.data, role } }
      : { state: 'no-role', user: user.data }
  }
  if (user.error?.status === 401) return { state: 'signed-out' }
  if (user.error) return { state: 'unreachable', retry: () => void user.refetch() }
  return { state: 'loading' }
}

/** The signed-in person, on screens that only exist for one. */
export function usePerson(): User {
  const { data } = useCall('GET /api/auth/user', undefined, { gcTime: 120_000 })
  if (!data) throw new Error('This screen needs a signed-in person')
  return data
}

/** Puts a just signed-in person in place without another call, and forgets what the one before saw. */
export function beSignedIn(user: User): void {
  queryClient.setQueryData<User>(['GET /api/auth/user'], user)
  const kept: unknown[] = ['GET /api/auth/user', 'GET /api/config']
  void queryClient.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
}

/** Brand, opening hours and booking window; loaded before the first screen. */
export function useBusiness(): PublicConfig {
  const { data } = useCall('GET /api/config', undefined, { staleTime: 300_000 })
  if (!data) throw new Error('The business is loaded before any screen')
  return data
}
