import type { Query } from '@tanstack/react-query'
import { clear, createStore, delMany, entries, setMany } from 'idb-keyval'
import type { GetRoute } from './call.ts'
import { isClearing, noteClearing, offlineOwner, setOfflineOwner } from './offline-owner.ts'
import { fromDevice } from './device-storage.ts'
import { seesSavedDay } from './session.ts'
import { queryClient, refreshThings } from './queries.ts'
import { isOfVisit } from './affected-queries.ts'

/** Who somebody is, and what stands around every page. */
const shellRoutes = ['GET /api/auth/user', 'GET /api/config', 'GET /api/notifications'] as const

/** What a technician needs for a day without a network, and a customer for a visit of these days. */
const dayRoutes = [
  'GET /api/jobs/technician',
  'GET /api/jobs/customer',
  'GET /api/vehicles',
  'GET /api/technicians/me',
  'GET /api/addon-services',
  'GET /api/jobs/{id}',
  'GET /api/jobs/{id}/extras',
  'GET /api/jobs/{id}/communications',
  'GET /api/jobs/{id}/photos',
] as const satisfies GetRoute[]

/** The days of the office's home; the visits that it opens it does not take along. */
const officeRoutes = ['GET /api/jobs/today', 'GET /api/admin/technicians'] as const

const savedRoutes: readonly GetRoute[] = [...shellRoutes, ...dayRoutes, ...officeRoutes]

/** Two days of visits, and a margin for a clock that is wrong. */
const longestKeptMs = 4 * 24 * 3_600_000

const savedTogetherMs = 300

/** When restored reads were loaded, as far as the cache knows. */
const longAgo = 1

/** Raised when screens need what an answer saved before does not have; such answers are loaded anew. */
const shape = 4

const who = 'GET /api/auth/user'

type KeptRead = {
  queryKey: readonly unknown[]
  data: unknown
  updatedAt: number
  shape?: number
}

const store = createStore('fivequart-reads', 'reads')
const ofOffice = new Set<unknown>([...shellRoutes, ...officeRoutes])
const ofDay = new Set<unknown>([...shellRoutes, ...dayRoutes])
const unsaved = new Map<string, KeptRead>()
let saving: ReturnType<typeof setTimeout> | undefined
let watching = false

/** Puts back what was loaded before; all of it counts as old, so that what can be loaded anew is. */
export async function restoreSavedReads(): Promise<void> {
  if (isClearing()) return clearOfflineCache()
  // A browser that keeps nothing works like any other, with a network.
  const kept = (await fromDevice(() => entries<string, KeptRead>(store))) ?? []
  const oldest = Date.now() - longestKeptMs
  const isGood = (read: KeptRead) => read.updatedAt > oldest && read.shape === shape
  for (const [, read] of kept)
    if (isGood(read)) queryClient.setQueryData(read.queryKey, read.data, { updatedAt: longAgo })
  const old = kept.filter(([, read]) => !isGood(read)).map(([hash]) => hash)
  if (old.length > 0) await fromDevice(() => delMany(old, store))
  watch()
}

/** From now on keeps what this person loads, until their session ends. */
export function saveReads(personId: string): void {
  if (offlineOwner() === personId && watching) return
  // The screen may have been drawn for somebody who has signed in no more, while their own is on its way.
  if (signedInUser()?.id !== personId) return
  setOfflineOwner(personId)
  watch()
  for (const query of queryClient.getQueryCache().getAll()) keep(query)
}

const signedInUser = () =>
  queryClient.getQueriesData<{ id: string; role: string }>({ queryKey: [who] })[0]?.[1]

const isSaved = (route: unknown) => (signedInUser()?.role === 'admin' ? ofOffice : ofDay).has(route)

function watch(): void {
  if (watching) return
  watching = true
  for (const route of savedRoutes) queryClient.setQueryDefaults([route], { gcTime: Infinity })
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.query.queryKey[0] === who && isSomebodyElse(event.query)) void clearOfflineCache()
    else if (event.action.type === 'success') keep(event.query)
    if (event.action.type !== 'success' && event.action.type !== 'error') return
    const isLost = lostBy(event.query)
    if (isLost) void forgetVisits(isLost)
  })
}

function keep({ queryKey, queryHash, state }: Query): void {
  const restored = state.dataUpdatedAt <= longAgo
  if (!offlineOwner() || restored || !isSaved(queryKey[0])) return
  unsaved.set(queryHash, { queryKey, data: state.data, updatedAt: state.dataUpdatedAt, shape })
  saving ??= setTimeout(() => {
    saving = undefined
    const batch = [...unsaved]
    unsaved.clear()
    if (offlineOwner()) void fromDevice(() => setMany(batch, store))
  }, savedTogetherMs)
}

/** Whoever has lost a visit keeps nothing of its customer. */
async function forgetVisits(isLost: (key: readonly unknown[]) => boolean): Promise<void> {
  if (!offlineOwner()) return
  forgetReads(isLost)
  for (const [hash, { queryKey }] of unsaved) if (isLost(queryKey)) unsaved.delete(hash)
  const kept = (await fromDevice(() => entries<string, KeptRead>(store))) ?? []
  const lost = kept.filter(([, { queryKey }]) => isLost(queryKey)).map(([hash]) => hash)
  if (lost.length === 0) return
  await fromDevice(() => delMany(lost, store))
  // What the bell said of them was worded while they were theirs.
  refreshThings(['notifications'])
}

function isSomebodyElse({ state }: Query): boolean {
  const kept = offlineOwner()
  const ended = (state.error as { status?: number } | null)?.status === 401
  const id = (state.data as { id: string } | undefined)?.id
  if (kept === null) return false
  return (ended && !seesSavedDay(state)) || (id !== undefined && id !== kept)
}

/** Whoever comes next on this device finds nothing. */
export async function clearOfflineCache(): Promise<void> {
  noteClearing(true)
  setOfflineOwner(null)
  unsaved.clear()
  await fromDevice(() => clear(store))
  noteClearing(false)
}

const own = 'GET /api/jobs/technician'

type Key = readonly unknown[]
const visitOf = ([, input]: Key) => (input as { params?: { id?: string } } | undefined)?.params?.id

/** Which visits a technician has lost, as an answer of the server says: those not on their list, or the one refused. */
function lostBy({ queryKey, state }: Query): ((key: Key) => boolean) | undefined {
  if (queryKey[0] === own && state.status === 'success') {
    const theirs = new Set((state.data as { id: string }[]).map(({ id }) => id))
    return (key) => isOfVisit(key) && !theirs.has(visitOf(key) ?? '')
  }
  const isGone = queryKey[0] === 'GET /api/jobs/{id}' && statusOf(state.error) === 404
  return isGone ? (key) => isOfVisit(key) && visitOf(key) === visitOf(queryKey) : undefined
}

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status

/** What nobody looks at is forgotten, and what somebody looks at is emptied: it is no longer theirs to know. */
function forgetReads(isLost: (key: Key) => boolean): void {
  dropFromList(isLost)
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!isLost(query.queryKey)) continue
    if (query.getObserversCount() === 0) queryClient.removeQueries({ queryKey: query.queryKey })
    else if (statusOf(query.state.error) === 404 && query.state.data !== undefined)
      query.setState({ data: undefined })
  }
}

/** Their list may have been loaded before they lost it, and is kept for a day without a network. */
function dropFromList(isLost: (key: Key) => boolean): void {
  const known = queryClient.getQueryState<{ id: string }[]>([own])
  const left = known?.data?.filter(({ id }) => !isLost(['GET /api/jobs/{id}', { params: { id } }]))
  if (left && left.length < (known?.data?.length ?? 0))
    queryClient.setQueryData([own], left, { updatedAt: known?.dataUpdatedAt })
}
