import { Suspense } from 'react'
import { needsOffice } from '#client/app/work/waiting-changes.ts'
import { useWaiting } from '#client/app/work/work-outbox.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { lazyComponent } from '#client/ui/lazy-load.ts'

const TakenAway = lazyComponent(() => import('./taken-away-visit.tsx'))

/** Visits removed from the technician's list or moved while changes to them are unsent. */
export function TakenAwayVisits({ jobs }: { jobs: readonly Job[] | undefined }) {
  const { entries } = useWaiting()
  if (!jobs) return null
  const refused = entries.filter((entry) => entry.refused !== undefined)
  const lost = new Set(refused.map(({ jobId }) => jobId))
  const moved = new Set(refused.filter(needsOffice).map(({ jobId }) => jobId))
  for (const { id } of jobs) if (!moved.has(id)) lost.delete(id)
  return [...lost].map((jobId) => (
    <Suspense key={jobId}>
      <TakenAway jobId={jobId} />
    </Suspense>
  ))
}
