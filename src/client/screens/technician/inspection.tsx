import { InspectionCard } from '#client/features/inspections/inspection-card.tsx'
import { withPhotos } from '#client/features/inspections/finding-changes.ts'
import { changeFindings } from '#client/features/inspections/use-inspection.ts'
import { ItemOffers } from '#client/features/work/item-offers.tsx'
import { FindingPhotos } from '#client/features/photos/finding-photos.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { maxPhotosOfFinding } from '#shared/rules/inspections.ts'

/** The inspection of a visit with the photos of its findings; loaded only where the business uses it. */
export default function VisitInspection({ job, locked }: { job: Job; locked: boolean }) {
  return (
    <InspectionCard
      job={job}
      locked={locked}
      photos={({ item, finding }) => (
        <FindingPhotos
          jobId={job.id}
          ids={finding?.photoIds ?? []}
          label={item.label}
          most={maxPhotosOfFinding}
          readOnly={locked}
          onAdd={(ids) =>
            void changeFindings(job.id, (findings) => withPhotos(findings, item.id, ids))
          }
        />
      )}
      offers={({ item, isProblem }) => (
        <ItemOffers jobId={job.id} item={item} mayOffer={isProblem && !locked} />
      )}
    />
  )
}
