import type { User } from '#shared/contract/accounts.ts'
import { errorOf } from './call.ts'
import { queryClient } from './queries.ts'

type Given = { key: readonly unknown[]; status: number; body: unknown }

export function readPageAnswers(): readonly Given[] {
  const data = document.getElementById('answers')
  data?.remove()
  return data ? (JSON.parse(data.textContent) as Given[]) : []
}

/** The person the page was rendered for. */
export function personOf(given: readonly Given[]): User | null {
  const user = given.find(({ key: [route] }) => route === 'GET /api/auth/user')
  return user?.status === 200 ? (user.body as User) : null
}

/** Caches the answers as fetched, not as written by this device. */
export function cachePageAnswers(given: readonly Given[]): void {
  const updatedAt = Math.round(Date.now() - ageOfPage())
  for (const { key: queryKey, status, body } of given) {
    const query = queryClient.getQueryCache().build(queryClient, { queryKey })
    if (status === 200) query.setData(body, { updatedAt, manual: false })
    else
      query.setState({
        status: 'error',
        error: errorOf(status, body),
        errorUpdatedAt: Date.now(),
      })
  }
}

/** Time since the server began this response, in ms: on a slow line the script runs seconds later. */
function ageOfPage(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? Math.max(0, performance.now() - page.responseStart) : 0
}
