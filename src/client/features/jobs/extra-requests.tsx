import { Suspense, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useWhileDown } from '#client/app/socket-state.ts'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

// Most visits have none.
const EstimateCards = lazyComponent(() => import('./estimate-cards.tsx'))

interface ExtraDecisionsProps {
  job: Pick<Job, 'id' | 'status' | 'cost'>
  /** Includes requests that ended with the visit. */
  withPast?: boolean
}

/** Extras of a visit awaiting its customer's approval. */
export function ExtraDecisions({ job, withPast = false }: ExtraDecisionsProps) {
  const whenDown = useWhileDown()
  const { data: extras = [] } = useCall(
    'GET /api/jobs/{id}/extras',
    { params: { id: job.id } },
    {
      enabled: isActiveJob(job.status) || withPast,
      staleTime: 0,
      refetchInterval: job.status === 'in_progress' ? whenDown : false,
    },
  )
  const [hasAsked, setAsked] = useState(false)
  if (!hasAsked && extras.some(({ approval }) => approval === 'waiting' || approval === 'left_out'))
    setAsked(true)
  if (!hasAsked) return null
  return (
    <Suspense>
      <EstimateCards job={job} extras={extras} withPast={withPast} />
    </Suspense>
  )
}
