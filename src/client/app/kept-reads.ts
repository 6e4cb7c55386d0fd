import type { Query } from '@tanstack/react-query'
import { clear, createStore, delMany, entries, setMany } from 'idb-keyval'
import type { GetRoute } from './call.ts'
import { keepsReads, setKeepsReads } from './keeps-reads.ts'
import { queryClient } from './queries.ts'

/** What a technician needs for a day without a network. */
const keptRoutes = [
  'GET /api/auth/user',
  'GET /api/config',
  'GET /api/jobs/technician',
  'GET /api/technicians/me',
  'GET /api/addon-services',
  'GET /api/notifications',
  'GET /api/jobs/{id}',
  'GET /api/jobs/{id}/extras',
  'GET /api/jobs/{id}/communications',
  'GET /api/jobs/{id}/photos',
] as const satisfies GetRoute[]

/** Two days of visits, and a margin for a clock that is wrong. */
const longestKeptMs = 4 * 24 * 3_600_000

const savedTogetherMs = 300

type KeptRead = { queryKey: readonly unknown[]; data: unknown; updatedAt: number }

const store = createStore('fivequart-reads', 'reads')
const routes = new Set<unknown>(keptRoutes)
const unsaved = new Map<string, KeptRead>()
let saving: ReturnType<typeof setTimeout> | undefined
let started = false

/** Puts back what was loaded before, as old as it is: what can be loaded anew is. */
export async function restoreReads(): Promise<void> {
  try {
    const kept = await entries<string, KeptRead>(store)
    const oldest = Date.now() - longestKeptMs
    for (const [, { queryKey, data, updatedAt }] of kept)
      if (updatedAt > oldest) queryClient.setQueryData(queryKey, data, { updatedAt })
    await delMany(
      kept.filter(([, { updatedAt }]) => updatedAt <= oldest).map(([hash]) => hash),
      store,
    )
  } catch {
    // A browser that keeps nothing works like any other, with a network.
  }
  keepReads()
}

/** From now on keeps what is loaded, until the session ends. */
export function keepReads(): void {
  if (started) return
  started = true
  setKeepsReads(true)
  for (const route of keptRoutes) queryClient.setQueryDefaults([route], { gcTime: Infinity })
  for (const query of queryClient.getQueryCache().getAll()) keep(query)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
    if (event.type === 'updated' && event.action.type === 'error' && endsSession(event.query))
      void forgetReads()
  })
}

function keep({ queryKey, queryHash, state }: Query): void {
  if (!keepsReads() || !routes.has(queryKey[0]) || state.data === undefined) return
  unsaved.set(queryHash, { queryKey, data: state.data, updatedAt: state.dataUpdatedAt })
  saving ??= setTimeout(() => {
    saving = undefined
    const batch = [...unsaved]
    unsaved.clear()
    setMany(batch, store).catch(() => {})
  }, savedTogetherMs)
}

const endsSession = ({ queryKey, state }: Query) =>
  queryKey[0] === 'GET /api/auth/user' && (state.error as { status?: number }).status === 401

/** Whoever comes next on this device finds nothing. */
async function forgetReads(): Promise<void> {
  setKeepsReads(false)
  unsaved.clear()
  await clear(store)
}
