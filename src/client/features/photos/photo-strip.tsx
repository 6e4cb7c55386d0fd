import { useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { t } from '#shared/texts/t.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoViewer } from './photo-viewer.tsx'

/** The photos of a visit to look at; nothing where none were taken. */
export function PhotoStrip({ jobId }: { jobId: string }) {
  const photos = useCall('GET /api/jobs/{id}/photos', { params: { id: jobId } })
  const [shown, setShown] = useState<string | null>(null)
  if (!photos.data?.length) return null
  return (
    <Card title={t('Service Photos')} className="mt-4">
      <PhotoGrid photos={photos.data} onOpen={({ id }) => setShown(id)} withMoment />
      <PhotoViewer jobId={jobId} photos={photos.data} shown={shown} onShow={setShown} readOnly />
    </Card>
  )
}
