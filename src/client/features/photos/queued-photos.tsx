import { storageFailed } from '#client/app/device-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import type { QueuedPhoto } from './photo-queue.ts'

export function QueuedPhotos({ photos }: { photos: readonly QueuedPhoto[] }) {
  return (
    <ul className="space-y-2">
      {photos.map((photo) => (
        <li
          key={photo.key}
          className="flex flex-wrap items-center gap-3 rounded-control border border-line p-2"
        >
          <img
            src={photo.preview}
            alt=""
            width={56}
            height={56}
            className="size-14 flex-none rounded-control bg-sunken object-cover"
          />
          {photo.state === 'failed' ? (
            <Failed photo={photo} />
          ) : (
            <Dipstick
              label={t('Sending the photo')}
              value={photo.progress}
              max={1}
              valueText={describeProgress(photo)}
              showValue
              className="min-w-30 flex-1"
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function describeProgress({ state, progress }: QueuedPhoto): string {
  if (state === 'saved')
    return storageFailed()
      ? t('Not sent yet: leave this page open')
      : t('Saved on this device until it is sent')
  if (state === 'preparing') return t('Preparing')
  if (progress === 1) return t('Sent, saving it')
  return t('{percent}% sent', { percent: formatNumber(Math.round(progress * 100)) })
}

function Failed({ photo }: { photo: QueuedPhoto }) {
  return (
    <>
      <p role="alert" className="min-w-40 flex-1 text-sm">
        <span className="block font-semibold text-red">{t('Not sent')}</span>
        {translate(photo.problem ?? '')}
      </p>
      <span className="flex gap-2">
        <Button
          size="large"
          className="text-base!"
          onClick={() => void workOutbox.retry(photo.key)}
        >
          {t('Try again')}
        </Button>
        <Button
          size="large"
          className="text-base!"
          variant="quiet"
          onClick={() => void workOutbox.discard(photo.key)}
        >
          {t('Discard')}
        </Button>
      </span>
    </>
  )
}
