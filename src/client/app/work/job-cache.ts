import { callQuery, queryClient } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Photo } from '#shared/contract/photos.ts'

export const jobQuery = (id: string) => callQuery('GET /api/jobs/{id}', { params: { id } })
const photosQuery = (id: string) => callQuery('GET /api/jobs/{id}/photos', { params: { id } })

/** Changes the job wherever a screen shows it. */
export function changeShownJob(id: string, change: (job: Job) => Job): void {
  queryClient.setQueryData<Job>(jobQuery(id).queryKey, (job) => job && change(job))
  queryClient.setQueryData<Job[]>(['GET /api/jobs/technician'], (jobs) =>
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

// A list that has just been loaded knows more than what was loaded before it; what this device writes into it does not.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  if (event.query.queryKey[0] !== 'GET /api/jobs/technician' || event.action.manual) return
  for (const job of event.query.state.data as Job[]) {
    const { queryKey } = jobQuery(job.id)
    const known = queryClient.getQueryData<Job>(queryKey)
    if (known && JSON.stringify(known) !== JSON.stringify(job))
      queryClient.setQueryData(queryKey, job)
  }
})

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
