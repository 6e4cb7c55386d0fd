import type { User } from '#shared/contract/accounts.ts'
import { errorOf } from './call.ts'
import { queryClient } from './queries.ts'

type Given = { key: readonly unknown[]; status: number; body: unknown }

/** What the server has answered with the page, once. */
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

/** Puts the answers into the cache, as if the calls had just been made. */
export function keepPageAnswers(given: readonly Given[]): void {
  for (const { key: queryKey, status, body } of given)
    if (status === 200) queryClient.setQueryData(queryKey, body)
    else
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey })
        .setState({ status: 'error', error: errorOf(status, body), errorUpdatedAt: Date.now() })
}
