import { LoadFailure } from '#client/app/call-failure.tsx'
import { useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { photoMoments } from '#shared/rules/photos.ts'
import { t } from '#shared/texts/t.ts'
import { PhotoGroup } from './photo-group.tsx'
import { useQueuedPhotos } from './photo-queue.ts'
import { PhotoViewer } from './photo-grid.tsx'

interface PhotosCardProps {
  jobId: string
  locked: boolean
  readOnly?: boolean
}

/** Photos before and after the work: take, upload, view and delete until the visit is over. */
export function PhotosCard({ jobId, locked, readOnly = locked }: PhotosCardProps) {
  const photos = useCall('GET /api/jobs/{id}/photos', { params: { id: jobId } })
  const queued = useQueuedPhotos(jobId)
  const [shown, setShown] = useState<string | null>(null)
  const all = photoMoments.flatMap(
    (moment) => photos.data?.filter((photo) => photo.moment === moment) ?? [],
  )
  return (
    <Card title={t('Service Photos')}>
      {photos.isPending && <Skeleton lines={3} />}
      <LoadFailure title={t('The photos could not be loaded')} call={photos} />
      {!photos.isPending && (
        <div className="space-y-6">
          {photoMoments.map((moment) => (
            <PhotoGroup
              key={moment}
              jobId={jobId}
              moment={moment}
              photos={all.filter((photo) => photo.moment === moment)}
              queued={queued.filter((photo) => photo.moment === moment)}
              locked={readOnly}
              onOpen={({ id }) => setShown(id)}
            />
          ))}
        </div>
      )}
      {locked && <p className="mt-4 text-soft">{t('Photos can no longer be added or deleted.')}</p>}
      <PhotoViewer jobId={jobId} photos={all} shown={shown} onShow={setShown} readOnly={readOnly} />
    </Card>
  )
}
