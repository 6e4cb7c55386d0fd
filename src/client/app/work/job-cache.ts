import { callQuery, queryClient } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Photo } from '#shared/contract/photos.ts'

const jobRoute = 'GET /api/jobs/{id}'
export const jobQuery = (id: string) => callQuery(jobRoute, { params: { id } })
const listKey = ['GET /api/jobs/technician']
const photosQuery = (id: string) => callQuery('GET /api/jobs/{id}/photos', { params: { id } })

/** Changes the job wherever a screen shows it. */
export function changeShownJob(id: string, change: (job: Job) => Job): void {
  queryClient.setQueryData<Job>(jobQuery(id).queryKey, (job) => job && change(job))
  queryClient.setQueryData<Job[]>(listKey, (jobs) =>
    jobs?.map((job) => (job.id === id ? change(job) : job)),
  )
}

/** Shows what the list says of visits that nothing more is known of: each opens without a network, opened before or not. */
export function showListed(jobs: readonly Job[]): void {
  for (const job of jobs) {
    const { queryKey } = jobQuery(job.id)
    const known = queryClient.getQueryState<Job>(queryKey)
    if (known?.data === undefined && !known?.error) queryClient.setQueryData(queryKey, job)
  }
}

/** A list that has just been loaded knows more than what was loaded before it. */
function showLoaded(jobs: readonly Job[], loadedAt = Infinity): void {
  for (const job of jobs) {
    const { queryKey } = jobQuery(job.id)
    const known = queryClient.getQueryState<Job>(queryKey)
    if (!known?.data || known.dataUpdatedAt >= loadedAt) continue
    if (JSON.stringify(known.data) !== JSON.stringify(job)) queryClient.setQueryData(queryKey, job)
  }
}

/** A visit that has just been loaded knows more than the list: who lost it keeps nothing of its customer there either. */
function listLoaded(loaded: Job): void {
  const known = queryClient.getQueryState<Job[]>(listKey)
  const listed = known?.data?.find(({ id }) => id === loaded.id)
  if (!listed || JSON.stringify(listed) === JSON.stringify(loaded)) return
  queryClient.setQueryData<Job[]>(
    listKey,
    (jobs) => jobs?.map((job) => (job.id === loaded.id ? loaded : job)),
    // The others are as old as they were.
    { updatedAt: known?.dataUpdatedAt },
  )
}

// What this device writes is not loaded.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
  const { queryKey, state } = event.query
  if (queryKey[0] === listKey[0]) showLoaded(state.data as Job[])
  else if (queryKey[0] === jobRoute) listLoaded(state.data as Job)
})

// One that came with the page was there before this listened.
const listed = queryClient.getQueryState<Job[]>(listKey)
if (listed?.data) showLoaded(listed.data, listed.dataUpdatedAt)

/** Shows a photo that the server has just stored. */
export function showPhoto(jobId: string, photo: Photo): void {
  queryClient.setQueryData<Photo[]>(photosQuery(jobId).queryKey, (photos) =>
    photos?.some(({ id }) => id === photo.id) ? photos : [...(photos ?? []), photo],
  )
}

export function hidePhoto(jobId: string, photoId: string): void {
  queryClient.setQueryData<Photo[]>(photosQuery(jobId).queryKey, (photos) =>
    photos?.filter(({ id }) => id !== photoId),
  )
}
