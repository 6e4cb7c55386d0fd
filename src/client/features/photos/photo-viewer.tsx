import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Photo } from '#shared/contract/photos.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { DeletePhotoDialog } from './delete-photo-dialog.tsx'

interface PhotoViewerProps {
  jobId: string
  photos: readonly Photo[]
  /** Id of the photo to show; null closes it. */
  shown: string | null
  onShow: (id: string | null) => void
  /** No deleting, even where it were allowed. */
  readOnly?: boolean
}

/** One photo as large as the screen allows; arrow keys and buttons lead to its neighbors. */
export function PhotoViewer({ jobId, photos, shown, onShow, readOnly }: PhotoViewerProps) {
  const { timeZone } = useBusiness()
  const [deleting, setDeleting] = useState(false)
  const index = photos.findIndex(({ id }) => id === shown)
  const photo = photos[index]
  const previous = photos[index - 1]
  const next = photos[index + 1]

  useEffect(() => {
    if (!photo || deleting) return
    const turn = ({ key }: KeyboardEvent) => {
      const to = { ArrowLeft: previous, ArrowRight: next }[key]
      if (to) onShow(to.id)
    }
    addEventListener('keydown', turn)
    return () => removeEventListener('keydown', turn)
  }, [photo, previous, next, deleting, onShow])

  if (!photo) return null
  const place = t('{number} of {count}', { number: index + 1, count: photos.length })
  const moment = translate(photoMomentLabels[photo.moment])
  return (
    <Dialog
      open
      size="wide"
      onClose={() => onShow(null)}
      title={t('{moment}, photo {place}', { moment, place })}
      description={formatInstant(photo.createdAt, timeZone, { year: true })}
      footer={
        <div className="flex w-full flex-wrap items-center gap-2">
          <Button
            size="large"
            className="text-base!"
            icon={<ChevronLeft />}
            disabledReason={!previous && t('This is the first photo.')}
            onClick={() => previous && onShow(previous.id)}
          >
            {t('Previous')}
          </Button>
          <Button
            size="large"
            className="text-base!"
            icon={<ChevronRight />}
            disabledReason={!next && t('This is the last photo.')}
            onClick={() => next && onShow(next.id)}
          >
            {t('Next')}
          </Button>
          {photo.removable && !readOnly && (
            <IconButton
              icon={<Trash2 />}
              label={t('Delete')}
              size="large"
              className="ml-auto"
              onClick={() => setDeleting(true)}
            />
          )}
        </div>
      }
    >
      <img
        key={photo.id}
        src={photo.url}
        alt={t('{moment}, photo {place}', { moment, place })}
        width={photo.width}
        height={photo.height}
        // As wide as it will be, so that nothing moves when it has loaded.
        style={{ width: `min(100%, ${photo.width}px, 65dvh * ${photo.width / photo.height})` }}
        className="mx-auto h-auto rounded-control bg-sunken"
      />
      {deleting && (
        <DeletePhotoDialog
          jobId={jobId}
          photoId={photo.id}
          onClose={() => setDeleting(false)}
          onDeleted={() => onShow((next ?? previous)?.id ?? null)}
        />
      )}
    </Dialog>
  )
}
