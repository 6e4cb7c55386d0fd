import { useState } from 'react'
import type { Photo } from '#shared/contract/photos.ts'
import { t } from '#shared/texts/t.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoViewer } from './photo-viewer.tsx'

/** The photos of a visit to look at, on the screen and on paper; nothing where none were taken. */
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
