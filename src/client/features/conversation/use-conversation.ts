import { useEffect, useRef } from 'react'
import { whileDown } from '#client/app/socket-state.ts'
import { refreshThings, useCall } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { mayConverse } from '#shared/rules/conversation.ts'

const pollEvery = whileDown()

/** The conversation about a job, loaded every 5 seconds while communication is active and no socket brings it. */
export function useConversation({
  id,
  communicationActive,
}: Pick<Job, 'id' | 'communicationActive'>) {
  const wasActive = useRef(communicationActive)
  useEffect(() => {
    // What ended the conversation is its last entry, written after the last poll.
    if (wasActive.current !== communicationActive) refreshThings(['conversation'], id)
    wasActive.current = communicationActive
  }, [id, communicationActive])
  return useCall(
    'GET /api/jobs/{id}/communications',
    { params: { id } },
    { staleTime: 0, refetchInterval: () => (communicationActive ? pollEvery() : false) },
  )
}

/** How often to look whether communication with this job has opened or closed: never, where it cannot. */
export function pollJob(job: Pick<Job, 'status'> | undefined): number | false {
  return job && mayConverse(job.status) ? pollEvery() : false
}

/** The same for a list, which is long: only on the day of a visit. `today` is the business-local date. */
export function pollJobs(jobs: readonly Job[] | undefined, today: string): number | false {
  const due = jobs?.find((job) => mayConverse(job.status) && job.scheduledDate <= today)
  return pollJob(due)
}
