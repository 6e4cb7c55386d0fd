import { callQuery, queryClient } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Photo } from '#shared/contract/photos.ts'

const jobRoute = 'GET /api/jobs/{id}'
export const jobQuery = (id: string) => callQuery(jobRoute, { params: { id } })
const listKey = ['GET /api/jobs/technician']
const photosQuery = (id: string) => callQuery('GET /api/jobs/{id}/photos', { params: { id } })

export function changeShownJob(id: string, change: (job: Job) => Job): void {
  queryClient.setQueryData<Job>(jobQuery(id).queryKey, (job) => job && change(job))
  queryClient.setQueryData<Job[]>(listKey, (jobs) =>
    jobs?.map((job) => (job.id === id ? change(job) : job)),
  )
}

/** Caches listed visits that are not cached yet, so that each opens offline. */
export function showListed(jobs: readonly Job[]): void {
  for (const job of jobs) {
    const { queryKey } = jobQuery(job.id)
    const known = queryClient.getQueryState<Job>(queryKey)
    if (known?.data === undefined && !known?.error) queryClient.setQueryData(queryKey, job)
  }
}

/** A fresh list is newer than visits loaded before it. */
function showLoaded(jobs: readonly Job[], loadedAt = Infinity): void {
  for (const job of jobs) {
    const { queryKey } = jobQuery(job.id)
    const known = queryClient.getQueryState<Job>(queryKey)
    if (!known?.data || known.dataUpdatedAt >= loadedAt) continue
    // Lists have no facts for the work.
    const { lastReading, engineWork, productChoices } = known.data
    const loaded = {
      ...job,
      ...(lastReading && { lastReading }),
      ...(engineWork && { engineWork }),
      ...(productChoices && { productChoices }),
    }
    if (JSON.stringify(known.data) !== JSON.stringify(loaded))
      queryClient.setQueryData(queryKey, loaded)
  }
}

/** A fresh visit is newer than the list, which keeps no customer data of lost visits. */
function listLoaded(loaded: Job): void {
  const known = queryClient.getQueryState<Job[]>(listKey)
  const listed = known?.data?.find(({ id }) => id === loaded.id)
  if (!listed || JSON.stringify(listed) === JSON.stringify(loaded)) return
  queryClient.setQueryData<Job[]>(
    listKey,
    (jobs) => jobs?.map((job) => (job.id === loaded.id ? loaded : job)),
    // The others keep their age.
    { updatedAt: known?.dataUpdatedAt },
  )
}

// Writes of this device are not loads.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
  const { queryKey, state } = event.query
  if (queryKey[0] === listKey[0]) showLoaded(state.data as Job[])
  else if (queryKey[0] === jobRoute) listLoaded(state.data as Job)
})

// The list that came with the page was cached before this subscription.
const listed = queryClient.getQueryState<Job[]>(listKey)
if (listed?.data) showLoaded(listed.data, listed.dataUpdatedAt)

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
