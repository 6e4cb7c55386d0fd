import type { Query } from '@tanstack/react-query'
import { clear, createStore, delMany, entries, keys, setMany } from 'idb-keyval'
import type { GetRoute } from './call.ts'
import { isClearing, noteClearing, offlineOwner, setOfflineOwner } from './offline-owner.ts'
import { tryStorage } from './device-storage.ts'
import { showsSavedDay } from './session.ts'
import { isOfGuest, queryClient, refreshThings } from './queries.ts'
import { isOfVisit } from './affected-queries.ts'

/** Data every page needs, including the user. */
const shellRoutes = ['GET /api/auth/user', 'GET /api/config', 'GET /api/notifications'] as const

/** For a technician's day offline, and a customer's current visit. */
const dayRoutes = [
  'GET /api/jobs/technician',
  'GET /api/road',
  'GET /api/jobs/customer',
  'GET /api/vehicles',
  'GET /api/technicians/me',
  'GET /api/addon-services',
  'GET /api/jobs/{id}',
  'GET /api/jobs/{id}/extras',
  'GET /api/jobs/{id}/communications',
  'GET /api/jobs/{id}/photos',
  'GET /api/jobs/{id}/inspection',
  'GET /api/jobs/{id}/recommendations',
] as const satisfies GetRoute[]

/** The office home's days, without the visits it links to. */
const officeRoutes = ['GET /api/jobs/today', 'GET /api/road', 'GET /api/admin/technicians'] as const

const savedRoutes: readonly GetRoute[] = [...shellRoutes, ...dayRoutes, ...officeRoutes]

/** Two days of visits, plus margin for a wrong clock. */
const maxSavedAgeMs = 4 * 24 * 3_600_000

const savedTogetherMs = 300

/** Timestamp that marks restored data as stale. */
const longAgo = 1

/** Increase when screens need fields that saved data lacks; older data is refetched. */
const shape = 5

const who = 'GET /api/auth/user'

type SavedRead = {
  queryKey: readonly unknown[]
  data: unknown
  updatedAt: number
  shape?: number
}

const store = createStore('fivequart-reads', 'reads')
const ofOffice = new Set<unknown>([...shellRoutes, ...officeRoutes])
const ofDay = new Set<unknown>([...shellRoutes, ...dayRoutes])
const unsaved = new Map<string, SavedRead>()
let saving: ReturnType<typeof setTimeout> | undefined
let watching = false
/** Whose reads this page saves; the browser may wipe its own note of it. */
let owner = offlineOwner()
/** When restored reads were loaded from the server, by hash. */
const loadedAt = new Map<string, number>()

/** Restores saved data into the cache as stale, so that it is refetched when possible. */
export async function restoreSavedReads(): Promise<void> {
  if (isClearing()) return clearOfflineCache()
  // Without storage the app just needs a network.
  const stored = (await tryStorage(() => entries<string, SavedRead>(store))) ?? []
  const oldest = Date.now() - maxSavedAgeMs
  const isGood = (read: SavedRead) => read.updatedAt > oldest && read.shape === shape
  for (const [hash, read] of stored) {
    if (!isGood(read)) continue
    loadedAt.set(hash, read.updatedAt)
    queryClient.setQueryData(read.queryKey, read.data, { updatedAt: longAgo })
  }
  const old = stored.filter(([, read]) => !isGood(read)).map(([hash]) => hash)
  if (old.length > 0) await tryStorage(() => delMany(old, store))
  watch()
}

/** Starts saving what this person loads, until their session ends. */
export function saveReads(personId: string): void {
  if (offlineOwner() === personId && watching) return
  // The screen may have been rendered for someone who has signed out since.
  if (signedInUser()?.id !== personId) return
  owner = personId
  setOfflineOwner(personId)
  watch()
  for (const query of queryClient.getQueryCache().getAll()) queueSave(query)
}

const signedInUser = () =>
  queryClient.getQueriesData<{ id: string; role: string }>({ queryKey: [who] })[0]?.[1]

const isSaved = (route: unknown) => (signedInUser()?.role === 'admin' ? ofOffice : ofDay).has(route)

function watch(): void {
  if (watching) return
  watching = true
  for (const route of savedRoutes)
    queryClient.setQueryDefaults([route], {
      ...queryClient.getQueryDefaults([route]),
      gcTime: Infinity,
    })
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.query.queryKey[0] === who && isSomebodyElse(event.query)) void clearOfflineCache()
    else if (event.action.type === 'success') queueSave(event.query)
    if (event.action.type !== 'success' && event.action.type !== 'error') return
    const isLost = lostBy(event.query)
    if (isLost) void deleteSavedVisits(isLost)
  })
  // The page may be ended without notice.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void saveWipedAgain()
  })
}

/** Saves again data the browser wiped under the open page. */
async function saveWipedAgain(): Promise<void> {
  if (!owner || owner !== signedInUser()?.id || isClearing()) return
  const stored = await tryStorage(() => keys(store))
  if (!stored) return
  if (offlineOwner() === null) setOfflineOwner(owner)
  for (const query of queryClient.getQueryCache().getAll())
    if (query.state.data !== undefined && !stored.includes(query.queryHash))
      queueSave(query, loadedAt.get(query.queryHash))
}

/** `restoredAt`: when a restored read was loaded, to save it again. */
function queueSave({ queryKey, queryHash, state }: Query, restoredAt?: number): void {
  const updatedAt = state.dataUpdatedAt <= longAgo ? restoredAt : state.dataUpdatedAt
  if (!offlineOwner() || !updatedAt || !isSaved(queryKey[0]) || isOfGuest(queryKey)) return
  unsaved.set(queryHash, { queryKey, data: state.data, updatedAt, shape })
  saving ??= setTimeout(() => {
    saving = undefined
    const batch = [...unsaved]
    unsaved.clear()
    if (offlineOwner()) void tryStorage(() => setMany(batch, store))
  }, savedTogetherMs)
}

/** A technician who lost a visit keeps no customer data of it. */
async function deleteSavedVisits(isLost: (key: readonly unknown[]) => boolean): Promise<void> {
  if (!offlineOwner()) return
  deleteSavedReads(isLost)
  for (const [hash, { queryKey }] of unsaved) if (isLost(queryKey)) unsaved.delete(hash)
  const stored = (await tryStorage(() => entries<string, SavedRead>(store))) ?? []
  const lost = stored.filter(([, { queryKey }]) => isLost(queryKey)).map(([hash]) => hash)
  if (lost.length === 0) return
  await tryStorage(() => delMany(lost, store))
  // Notifications about it were worded while it was theirs.
  refreshThings(['notifications'])
}

function isSomebodyElse({ state }: Query): boolean {
  const stored = offlineOwner()
  const ended = (state.error as { status?: number } | null)?.status === 401
  const id = (state.data as { id: string } | undefined)?.id
  if (stored === null) return false
  return (ended && !showsSavedDay(state)) || (id !== undefined && id !== stored)
}

/** Leaves nothing for the next person on this device. */
export async function clearOfflineCache(): Promise<void> {
  noteClearing(true)
  owner = null
  setOfflineOwner(null)
  unsaved.clear()
  await tryStorage(() => clear(store))
  noteClearing(false)
}

const own = 'GET /api/jobs/technician'

type Key = readonly unknown[]
const visitOf = ([, input]: Key) => (input as { params?: { id?: string } } | undefined)?.params?.id

/** Matches visits a technician lost access to: no longer on their list, or refused with 404. */
function lostBy({ queryKey, state }: Query): ((key: Key) => boolean) | undefined {
  if (isOfGuest(queryKey)) return undefined
  if (queryKey[0] === own && state.status === 'success') {
    const theirs = new Set((state.data as { id: string }[]).map(({ id }) => id))
    return (key) => isOfVisit(key) && !theirs.has(visitOf(key) ?? '')
  }
  const isGone = queryKey[0] === 'GET /api/jobs/{id}' && statusOf(state.error) === 404
  return isGone ? (key) => isOfVisit(key) && visitOf(key) === visitOf(queryKey) : undefined
}

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status

/** Drops unused queries and empties visible ones. */
function deleteSavedReads(isLost: (key: Key) => boolean): void {
  dropFromList(isLost)
  for (const query of queryClient.getQueryCache().getAll()) {
    if (isOfGuest(query.queryKey) || !isLost(query.queryKey)) continue
    if (query.getObserversCount() === 0) queryClient.removeQueries({ queryKey: query.queryKey })
    else if (statusOf(query.state.error) === 404 && query.state.data !== undefined)
      query.setState({ data: undefined })
  }
}

/** The list may have been loaded before, and is saved for offline use. */
function dropFromList(isLost: (key: Key) => boolean): void {
  const known = queryClient.getQueryState<{ id: string }[]>([own])
  const left = known?.data?.filter(({ id }) => !isLost(['GET /api/jobs/{id}', { params: { id } }]))
  if (left && left.length < (known?.data?.length ?? 0))
    queryClient.setQueryData([own], left, { updatedAt: known?.dataUpdatedAt })
}
