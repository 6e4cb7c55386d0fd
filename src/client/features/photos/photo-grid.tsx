import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useBusiness } from '#client/app/session.ts'
import { hidePhoto } from '#client/app/work/job-cache.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Photo } from '#shared/contract/photos.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface PhotoGridProps {
  photos: readonly Photo[]
  onOpen: (photo: Photo) => void
  /** Labels each photo with its moment, if not grouped by it. */
  withMoment?: boolean
}

export function PhotoGrid({ photos, onOpen, withMoment }: PhotoGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
      {photos.map((photo, index) => {
        const moment = translate(photoMomentLabels[photo.moment])
        return (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={t('Open photo {number}, {moment}', { number: index + 1, moment })}
              onClick={() => onOpen(photo)}
              className="relative block aspect-square w-full overflow-hidden rounded-control border border-line bg-sunken"
            >
              <img
                src={photo.thumbnailUrl}
                alt=""
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
              {withMoment && (
                <span className="absolute inset-x-0 bottom-0 bg-card/90 px-2 py-1 text-left text-sm">
                  {moment}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** A visit's photos, on screen and in print; nothing if there are none. */
export function PhotoStrip({ jobId, photos }: { jobId: string; photos: readonly Photo[] }) {
  const [shown, setShown] = useState<string | null>(null)
  if (photos.length === 0) return null
  return (
    <section aria-label={t('Service Photos')} className="mt-7">
      <h2 className="mb-2 text-lg">{t('Service Photos')}</h2>
      <PhotoGrid photos={photos} onOpen={({ id }) => setShown(id)} withMoment />
      <PhotoViewer jobId={jobId} photos={photos} shown={shown} onShow={setShown} readOnly />
    </section>
  )
}

interface PhotoViewerProps {
  jobId: string
  photos: readonly Photo[]
  /** Id of the open photo; null closes. */
  shown: string | null
  onShow: (id: string | null) => void
  readOnly?: boolean
}

/** A photo at full size; arrow keys and buttons move between photos. */
export function PhotoViewer({ jobId, photos, shown, onShow, readOnly }: PhotoViewerProps) {
  const { timeZone } = useBusiness()
  const [deleting, setDeleting] = useState(false)
  const index = photos.findIndex(({ id }) => id === shown)
  const photo = photos[index]
  const previous = photos[index - 1]
  const next = photos[index + 1]

  useEffect(() => {
    if (!photo || deleting) return
    const turnByKey = ({ key }: KeyboardEvent) => {
      const to = { ArrowLeft: previous, ArrowRight: next }[key]
      if (to) onShow(to.id)
    }
    addEventListener('keydown', turnByKey)
    return () => removeEventListener('keydown', turnByKey)
  }, [photo, previous, next, deleting, onShow])

  if (!photo) return null
  const place = t('{number} of {count}', { number: index + 1, count: photos.length })
  const moment = translate(photoMomentLabels[photo.moment])
  const title = t('{moment}, photo {place}', { moment, place })
  const turn = (icon: ReactNode, label: string, to: Photo | undefined, none: string) => (
    <Button
      size="large"
      className="text-base!"
      icon={icon}
      disabledReason={!to && none}
      onClick={() => to && onShow(to.id)}
    >
      {label}
    </Button>
  )
  return (
    <Dialog
      size="wide"
      onClose={() => onShow(null)}
      title={title}
      description={formatInstant(photo.createdAt, timeZone, { year: true })}
      footer={
        <div className="flex w-full flex-wrap items-center gap-2">
          {turn(<ChevronLeft />, t('Previous'), previous, t('This is the first photo.'))}
          {turn(<ChevronRight />, t('Next'), next, t('This is the last photo.'))}
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
        alt={title}
        width={photo.width}
        height={photo.height}
        // Reserves the final width, so nothing moves on load.
        style={{ width: `min(100%, ${photo.width}px, 65dvh * ${photo.width / photo.height})` }}
        className="mx-auto h-auto rounded-control bg-sunken"
      />
      {deleting && (
        <ConfirmCall
          call="DELETE /api/photos/{id}"
          input={{ params: { id: photo.id } }}
          onClose={() => setDeleting(false)}
          danger
          title={t('Delete this photo?')}
          description={t('This cannot be undone.')}
          confirmLabel={t('Delete photo')}
          cancelLabel={t('Keep it')}
          successToast={{ title: t('Photo deleted') }}
          failureToast={t('The photo was not deleted')}
          onDone={() => {
            onShow((next ?? previous)?.id ?? null)
            hidePhoto(jobId, photo.id)
          }}
        />
      )}
    </Dialog>
  )
}
