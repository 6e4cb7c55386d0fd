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
