import { useEffect } from 'react'
import {
  answerTimes,
  api,
  type GetRoute,
  type Route,
  CallError,
  unreachable,
} from '#client/app/call.ts'
import { browserStore } from '#client/app/outbox/outbox-store.ts'
import { createOutbox, type JobName } from '#client/app/outbox/outbox.ts'
import {
  callQuery,
  queryClient,
  refreshAfter,
  refreshThings,
  useCall,
} from '#client/app/queries.ts'
import { clockSkew, knownClockSkew, noteServerTime } from '../server-clock.ts'
import { useGuestLink } from '../guest-link.ts'
import { useParty } from '#client/app/session.ts'
import { cacheEntry } from '#client/app/conversation-cache.ts'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { useStore } from '#client/ui/store.ts'
import type { User } from '#shared/contract/accounts.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Photo } from '#shared/contract/photos.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import type { Approval, Estimate } from '#shared/contract/estimates.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { changeShownJob, jobQuery, showPhoto } from './job-cache.ts'
import {
  holdsBack,
  isCharge,
  isExtraChange,
  isOpen,
  isRaw,
  isWork,
  needsOffice,
  timeOf,
  type WorkChange,
  type WorkEntry,
  withChange,
  withExtras,
  workRoutes,
  stillWaiting,
} from './waiting-changes.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'

/** Treats a stalled network as offline. */
const longestSendMs = 20_000

answerTimes.note = noteServerTime

const store = browserStore<WorkChange>()

/** The technician's outbox: stored on the device, sent in order, each change once. */
export const workOutbox = createOutbox<WorkChange>({
  store,
  send,
  onSent: takeSent,
  onRefused: ({ jobId }) => refetchVisit(jobId),
  onSignedOut: () => isKnownAsEnded() || refreshThings(['account']),
  staysRefused: (change, why) => isTechnician() && needsOffice({ why }) && isWork(change),
  holdsBack,
  isLarge: ({ kind }) => kind === 'photo',
  isReady: (change) => !isRaw(change) && !isOpen(change),
  nameOf,
  clockSkew: knownClockSkew,
  mayArrive: () => navigator.onLine,
  alone: async (run, lane) => {
    // Some private windows have no locks.
    if (!('locks' in navigator)) return run()
    await navigator.locks.request(`fivequart-outbox ${lane}`, run)
  },
})

workOutbox.state.subscribe(() => {
  if (!workOutbox.state.get().entries.some(({ change, refused }) => isRaw(change) && !refused))
    return
  void import('./prepare-photos.ts').then((photos) => photos.preparePhotos()).catch(() => {})
})

const closeInspections = () => {
  if (workOutbox.state.get().entries.some(({ change }) => isOpen(change)))
    void import('./close-inspections.ts')
      .then((open) => open.closeInspectionsSoon())
      .catch(() => {})
}
workOutbox.state.subscribe(closeInspections)
document.addEventListener('visibilitychange', closeInspections)

// Resumes after signing in again; other users neither see nor send these changes.
const who: GetRoute = 'GET /api/auth/user'
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  if (event.query.queryKey[0] === who) void workOutbox.open((event.query.state.data as User).id)
})

store.onOtherPages(() => void workOutbox.reload())
addEventListener('online', () => void workOutbox.flush())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void workOutbox.flush()
  // The page may be ended without notice, so it checks now whether the browser still has everything.
  else void workOutbox.reload()
})

const isTechnician = () => queryClient.getQueryData<User>([who])?.role === 'technician'

function nameOf(jobId: string): JobName | undefined {
  const listed = queryClient.getQueryData<readonly Job[]>(['GET /api/jobs/technician'])
  const job =
    queryClient.getQueryData<Job>(jobQuery(jobId).queryKey) ??
    listed?.find(({ id }) => id === jobId)
  return (
    job && {
      number: job.number,
      date: job.scheduledDate,
      time: job.scheduledTime,
      customer: job.customer.name,
      car: vehicleName(job.vehicle),
    }
  )
}

/** Asking again would replace the screen of an ended access, with the code typed there. */
function isKnownAsEnded(): boolean {
  const { data, error } = queryClient.getQueryState<User, CallError>([who]) ?? {}
  return data === undefined && error?.status === 401
}

/** Unsent changes of the signed-in person; a guest's page neither opens nor shows them. */
export function useWaiting() {
  const isGuest = useGuestLink() !== null
  const { id } = useParty()
  useEffect(() => {
    if (!isGuest) void workOutbox.open(id)
  }, [id, isGuest])
  return useStore(workOutbox.state)
}

async function send(entry: WorkEntry): Promise<unknown> {
  // A page opened without a network doesn't know the server's time.
  if (entry.skew === undefined && clockSkew() === undefined) await api('GET /api/health')
  const { key, jobId, personId: sentBy, change } = entry
  const happenedAt = timeOf(entry)
  if (change.kind === 'photo') return upload({ ...change, jobId, key, happenedAt, sentBy })
  const call = {
    params: paramsOf(entry),
    body: 'body' in change ? change.body : undefined,
    idempotencyKey: key,
    happenedAt,
    sentBy,
    signal: AbortSignal.timeout(longestSendMs),
  }
  // A change's type pairs its route with its body.
  return (api as (route: Route, input: typeof call) => Promise<unknown>)(
    workRoutes[change.kind],
    call,
  )
}

const loadUpload = lazyLoad(() => import('./upload-photo.ts'))

async function upload(photo: Parameters<typeof import('./upload-photo.ts').uploadPhoto>[0]) {
  const { uploadPhoto } = await loadUpload().catch(() => {
    throw unreachable()
  })
  return uploadPhoto(photo)
}

function paramsOf({ jobId: id, change }: WorkEntry) {
  if (change.kind === 'correctExtra' || change.kind === 'removeExtra')
    return { id, extraId: change.before.id }
  if (change.kind === 'answer') return { id: change.estimateId }
  // By its catalog id: its own id may have changed.
  if (change.kind === 'removeAddon') return { id, addonId: change.addon.addonServiceId }
  return { id }
}

/** Shows other people's changes before the refusal. */
async function refetchVisit(jobId: string): Promise<void> {
  await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 }).catch(() => {})
  refreshThings(['jobs', 'extras'], jobId, ([route]) => route !== 'GET /api/jobs/{id}')
}

/** Caches the response before the change leaves the outbox, so nothing flickers, and refetches the rest. */
function takeSent(entry: WorkEntry, answer: unknown): void {
  const { jobId, change } = entry
  const params = paramsOf(entry)
  if (change.kind === 'photo') {
    showPhoto(jobId, answer as Photo)
    return refreshAfter('POST /api/jobs/{id}/photos', { params })
  }
  if (change.kind === 'message') cacheEntry(jobId, answer as Communication)
  else if (change.kind === 'inspection')
    queryClient.setQueryData(
      callQuery('GET /api/jobs/{id}/inspection', { params: { id: jobId } }).queryKey,
      answer,
    )
  else if (isCharge(change)) {
    const { queryKey } = callQuery('GET /api/jobs/{id}/extras', { params: { id: jobId } })
    const known = queryClient.getQueryData<readonly JobExtra[]>(queryKey)
    if (known && isExtraChange(change)) {
      const extras = extrasAfter(known, change, answer)
      queryClient.setQueryData(queryKey, extras)
      // Either may have been refetched since.
      changeShownJob(jobId, (job) => withExtras(job, extras))
    } else changeShownJob(jobId, (job) => withChange(job, entry))
  } else changeShownJob(jobId, () => answer as Job)
  refreshAfter(workRoutes[change.kind], { params })
}

function extrasAfter(
  known: readonly JobExtra[],
  { kind, ...change }: WorkChange,
  answer: unknown,
): readonly JobExtra[] {
  const before = 'before' in change ? change.before.id : undefined
  if (kind === 'extra') {
    const added = answer as JobExtra
    return [...known.filter(({ id }) => id !== added.id), added]
  }
  if (kind === 'removeExtra') return known.filter(({ id }) => id !== before)
  if (kind === 'estimate') {
    const { lines } = answer as Estimate
    return [...known.filter(({ id }) => !lines.some((line) => line.id === id)), ...lines]
  }
  if (kind === 'answer') {
    const { lines } = answer as Approval
    return known.map((extra) => {
      const line = lines.find(({ lineId }) => lineId === extra.id)
      return line ? { ...extra, approval: line.approved ? 'approved' : 'declined' } : extra
    })
  }
  return known.map((extra) => (extra.id === before ? (answer as JobExtra) : extra))
}

/** Unsent changes that can still be sent; the others have their own notice. */
export function useUnsentWork(): readonly WorkEntry[] {
  const isGuest = useGuestLink() !== null
  const { entries } = useWaiting()
  // Loaded by the screens; only read here.
  const { data } = useCall('GET /api/jobs/technician', undefined, { enabled: false })
  return stillWaiting(isGuest ? [] : entries, (jobId) => isOver(jobId, data))
}

function isOver(jobId: string, listed: readonly Job[] | undefined): boolean {
  const { data, error } = queryClient.getQueryState<Job, CallError>(jobQuery(jobId).queryKey) ?? {}
  if (error?.status === 404) return true
  const job = listed?.find(({ id }) => id === jobId)
  if (listed && !job) return true
  return [data, job].some((one) => one && !isActiveJob(one.status))
}
