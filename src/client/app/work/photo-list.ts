import { callQuery, queryClient } from '#client/app/queries.ts'
import type { Photo } from '#shared/contract/photos.ts'

const listKey = (jobId: string) =>
  callQuery('GET /api/jobs/{id}/photos', { params: { id: jobId } }).queryKey

/** Shows a photo that the server has just kept. */
export function showPhoto(jobId: string, photo: Photo): void {
  queryClient.setQueryData<Photo[]>(listKey(jobId), (photos) =>
    photos?.some(({ id }) => id === photo.id) ? photos : [...(photos ?? []), photo],
  )
}

export function hidePhoto(jobId: string, photoId: string): void {
  queryClient.setQueryData<Photo[]>(listKey(jobId), (photos) =>
    photos?.filter(({ id }) => id !== photoId),
  )
}
