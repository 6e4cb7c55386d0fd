import { useCall } from '#client/app/queries.ts'
import { plural, t } from '#shared/texts/t.ts'
import { AddPhotos } from './photo-group.tsx'
import { addPhotos, useQueuedPhotos } from './photo-queue.ts'
import { QueuedPhotos } from './queued-photos.tsx'

export default function NotDonePhotos({ jobId }: { jobId: string }) {
  const photos = useCall('GET /api/jobs/{id}/photos', { params: { id: jobId } })
  const queued = useQueuedPhotos(jobId)
  const count = photos.data?.length ?? 0
  const label = t('what you found')
  return (
    <section aria-label={t('Photos')} className="space-y-3">
      <p>
        <span className="block font-medium">{t('Photos')}</span>
        <span className="text-sm text-soft">
          {count > 0
            ? plural(count, {
                one: 'The visit has {count} photo.',
                other: 'The visit has {count} photos.',
              })
            : t('Show what prevented the work. Afterwards the visit is locked.')}
        </span>
      </p>
      {queued.length > 0 && <QueuedPhotos photos={queued} />}
      <AddPhotos id="before" label={label} onAdd={(files) => addPhotos(jobId, 'before', files)} />
    </section>
  )
}
