import { Suspense } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useQueuedPhotos } from '#client/features/photos/photo-queue.ts'
import { PhotosCard } from '#client/features/photos/photos-card.tsx'
import { ChecklistCard } from '#client/features/work/checklist-card.tsx'
import { MeasurementsCard } from '#client/features/work/measurements-card.tsx'
import { NotesCard } from '#client/features/work/notes-card.tsx'
import { TiresCard } from '#client/features/work/tires.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

// Only where the business uses it.
const VisitInspection = lazyComponent(() => import('../technician/inspection.tsx'))

/** The work done; before the start only what exists, or one line. */
export function VisitWork({ job }: { job: Job }) {
  const photos = useCall('GET /api/jobs/{id}/photos', { params: { id: job.id } })
  const queued = useQueuedPhotos(job.id)
  const { uses } = useBusiness()
  const isWorkedOn = job.status === 'in_progress' || job.status === 'completed'
  const has = {
    photos: isWorkedOn || photos.isError || (photos.data?.length ?? 0) + queued.length > 0,
    measurements: isWorkedOn || job.odometerMiles !== null || job.filledQuarts !== null,
    checklist: isWorkedOn || job.checklist.length > 0,
    notes: isWorkedOn || job.technicianNotes !== '',
  }
  const inspection = uses.inspections && job.status !== 'scheduled' && (
    <Suspense>
      <VisitInspection job={job} locked />
    </Suspense>
  )
  if (!Object.values(has).some(Boolean))
    return (
      <>
        <Card aria-label={t('The work')}>
          <p className="text-soft">{t('The work: nothing yet')}</p>
        </Card>
        {inspection}
      </>
    )
  return (
    <>
      {has.photos && <PhotosCard jobId={job.id} locked={false} readOnly />}
      {inspection}
      {has.measurements && <MeasurementsCard job={job} locked />}
      {has.measurements && <TiresCard job={job} locked />}
      {has.checklist && <ChecklistCard job={job} locked />}
      {has.notes && <NotesCard job={job} locked draft={null} onDraft={() => {}} />}
    </>
  )
}
