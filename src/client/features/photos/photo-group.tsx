import { Camera, Upload } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { Photo } from '#shared/contract/photos.ts'
import { type PhotoMoment, photoMomentLabels } from '#shared/rules/photos.ts'
import { t, translate } from '#shared/texts/t.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { addPhotos, type QueuedPhoto } from './photo-queue.ts'
import { QueuedPhotos } from './queued-photos.tsx'

interface PhotoGroupProps {
  jobId: string
  moment: PhotoMoment
  photos: readonly Photo[]
  queued: readonly QueuedPhoto[]
  locked: boolean
  onOpen: (photo: Photo) => void
}

export function PhotoGroup({ jobId, moment, photos, queued, locked, onOpen }: PhotoGroupProps) {
  const id = useId()
  const label = translate(photoMomentLabels[moment])
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h3 id={id} className="font-semibold">
        {label}{' '}
        {photos.length > 0 && <span className="font-normal text-soft">{photos.length}</span>}
      </h3>
      {photos.length > 0 && <PhotoGrid photos={photos} onOpen={onOpen} />}
      {queued.length > 0 && <QueuedPhotos photos={queued} />}
      {photos.length + queued.length === 0 && (
        <p className="text-soft">{locked ? t('No photos were taken.') : t('No photos yet.')}</p>
      )}
      {!locked && (
        <AddPhotos id={moment} label={label} onAdd={(files) => addPhotos(jobId, moment, files)} />
      )}
    </section>
  )
}

interface AddPhotosProps {
  /** Names the file inputs for tests. */
  id: string
  /** What the photos show, for screen readers. */
  label: string
  onAdd: (files: File[]) => void
}

/** Takes photos, or chooses them from the album. */
export function AddPhotos(props: AddPhotosProps) {
  const { id, label, onAdd } = props
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(target.files ?? [])])
    // Reset, so choosing the same file again fires a change.
    target.value = ''
  }
  const input = { type: 'file', accept: 'image/*', multiple: true, hidden: true, onChange: add }
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
      <Button
        size="large"
        className="text-base! not-pointer-coarse:hidden"
        icon={<Camera />}
        aria-label={t('Take photo, {moment}', { moment: label })}
        onClick={() => camera.current?.click()}
      >
        {t('Take photo')}
      </Button>
      <Button
        size="large"
        className="text-base!"
        icon={<Upload />}
        aria-label={t('Upload photos, {moment}', { moment: label })}
        onClick={() => album.current?.click()}
      >
        {t('Upload')}
      </Button>
      <input {...input} ref={camera} capture="environment" data-testid={`camera-${id}`} />
      <input {...input} ref={album} data-testid={`album-${id}`} />
    </div>
  )
}
