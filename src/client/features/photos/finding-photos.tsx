import { useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { t } from '#shared/texts/t.ts'
import { PhotoGrid, PhotoViewer } from './photo-grid.tsx'
import { AddPhotos } from './photo-group.tsx'
import { addPhotos, useQueuedPhotos } from './photo-queue.ts'
import { QueuedPhotos } from './queued-photos.tsx'

interface FindingPhotosProps {
  jobId: string
  /** The finding's photos, sent or not. */
  ids: readonly string[]
  /** The alternative text. */
  label: string
  most: number
  readOnly?: boolean
  onAdd: (ids: string[]) => void
}

/** Photos of one finding of an inspection; they are photos of the visit too. */
export function FindingPhotos({ jobId, ids, label, most, readOnly, onAdd }: FindingPhotosProps) {
  const photos = useCall('GET /api/jobs/{id}/photos', { params: { id: jobId } })
  const queued = useQueuedPhotos(jobId).filter(({ id }) => id !== undefined && ids.includes(id))
  const [shown, setShown] = useState<string | null>(null)
  const sent = photos.data?.filter(({ id }) => ids.includes(id)) ?? []
  const room = most - sent.length - queued.length
  return (
    <div className="space-y-3">
      {sent.length > 0 && <PhotoGrid photos={sent} onOpen={({ id }) => setShown(id)} />}
      {queued.length > 0 && <QueuedPhotos photos={queued} />}
      {!readOnly &&
        (room > 0 ? (
          <AddPhotos
            id={label}
            label={label}
            onAdd={(files) => onAdd(addPhotos(jobId, 'before', [...files].slice(0, room)))}
          />
        ) : (
          <p className="text-sm text-soft">
            {t('{count} photos at most for one finding', { count: most })}
          </p>
        ))}
      <PhotoViewer
        jobId={jobId}
        photos={sent}
        shown={shown}
        onShow={setShown}
        readOnly={readOnly}
      />
    </div>
  )
}
