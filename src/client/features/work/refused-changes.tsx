import { Suspense, useEffect } from 'react'
import { whenIdle } from '#client/app/when-idle.ts'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { needsOffice } from '#client/app/work/waiting-changes.ts'
import { useWaiting } from '#client/app/work/work-outbox.ts'

const RefusedList = lazyComponent(() => import('./refused-list.tsx'))
const TakenAway = lazyComponent(() => import('./taken-away-visit.tsx'))

/** Rejected changes to this job with the entered values, until the user decides. */
export function RefusedChanges({ jobId }: { jobId: string }) {
  const { entries, sending } = useWaiting()
  useEffect(() => whenIdle(() => void RefusedList.ahead().catch(() => {})), [])
  if (entries.some((entry) => entry.jobId === jobId && needsOffice(entry)))
    return (
      <Suspense>
        <TakenAway jobId={jobId} />
      </Suspense>
    )
  const own = entries.filter((entry) => entry.jobId === jobId)
  // Photos show it themselves.
  const refused = own.filter(
    ({ change, refused }) => refused !== undefined && change.kind !== 'photo',
  )
  if (refused.length === 0) return null
  return (
    <Suspense>
      <RefusedList
        refused={refused}
        sending={sending}
        isHolding={own.some((entry) => entry.refused === undefined)}
      />
    </Suspense>
  )
}
