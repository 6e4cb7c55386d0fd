import { useEffect } from 'react'
import { api, type GetRoute, type Route } from '#client/app/call.ts'
import { browserStore } from '#client/app/outbox/outbox-store.ts'
import { createOutbox } from '#client/app/outbox/outbox.ts'
import { callQuery, queryClient, refreshAfter, refreshThings } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { storeEntry } from '#client/app/socket-updates.ts'
import { useStore } from '#client/ui/use-store.ts'
import type { User } from '#shared/contract/accounts.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Photo } from '#shared/contract/photos.ts'
import type { Job, JobExtra } from '#shared/contract/jobs.ts'
import { changeShownJob, jobQuery, showPhoto } from './job-cache.ts'
import { uploadPhoto } from './upload-photo.ts'
import {
  holdsBack,
  type WorkChange,
  type WorkEntry,
  withChange,
  workRoutes,
} from './waiting-changes.ts'

/** A network that swallows requests is as good as none. */
const longestSendMs = 20_000

const store = browserStore<WorkChange>()

/** What technicians do, on its way to the server: kept on the device, sent in order, each once. */
export const workOutbox = createOutbox<WorkChange>({
  store,
  send,
  onSent: takeSent,
  onRefused: ({ jobId }) => learnWhatIsTrue(jobId),
  onSignedOut: () => refreshThings(['account']),
  holdsBack,
  alone: async (run) => {
    // Only in private windows of old browsers there are no locks.
    if (!('locks' in navigator)) return run()
    await navigator.locks.request('fivequart-outbox', run)
  },
})

// Signed in again, it goes on at once; somebody else neither sees nor sends what is kept here.
const who: GetRoute = 'GET /api/auth/user'
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  if (event.query.queryKey[0] === who) void workOutbox.open((event.query.state.data as User).id)
})

store.onOtherPages(() => void workOutbox.reload())
addEventListener('online', () => void workOutbox.flush())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void workOutbox.flush()
})

/** What waits on this device for the person who works. */
export function useWaiting() {
  const { id } = usePerson()
  useEffect(() => void workOutbox.open(id), [id])
  return useStore(workOutbox.state)
}

function send({ key, jobId, personId, change }: WorkEntry): Promise<unknown> {
  if (change.kind === 'photo') return uploadPhoto({ ...change, jobId, key, sentBy: personId })
  const call = {
    params: { id: jobId },
    body: 'body' in change ? change.body : undefined,
    idempotencyKey: key,
    sentBy: personId,
    signal: AbortSignal.timeout(longestSendMs),
  }
  // The type of a change pairs its route with its body.
  return (api as (route: Route, input: typeof call) => Promise<unknown>)(
    workRoutes[change.kind],
    call,
  )
}

/** Others have changed the job: the screen shows that before it shows the refusal. */
async function learnWhatIsTrue(jobId: string): Promise<void> {
  await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 }).catch(() => {})
  refreshThings(['jobs'], jobId, ([route]) => route !== 'GET /api/jobs/{id}')
}

/**
 * Puts the answer where the change stood, so that nothing jumps when the change leaves the list, and loads again what
 * else has changed by it.
 */
function takeSent(entry: WorkEntry, answer: unknown): void {
  const { jobId, change } = entry
  const params = { id: jobId }
  if (change.kind === 'photo') {
    showPhoto(jobId, answer as Photo)
    return refreshAfter('POST /api/jobs/{id}/photos', { params })
  }
  if (change.kind === 'message') storeEntry(jobId, answer as Communication)
  else if (change.kind === 'extra' || change.kind === 'addon')
    changeShownJob(jobId, (job) => withChange(job, entry))
  else changeShownJob(jobId, () => answer as Job)
  if (change.kind === 'extra')
    queryClient.setQueryData<JobExtra[]>(
      callQuery('GET /api/jobs/{id}/extras', { params }).queryKey,
      (known) => known && [...known, answer as JobExtra],
    )
  refreshAfter(workRoutes[change.kind], { params })
}
