import { useEffect, useRef } from 'react'
import { useWhileDown, whileDown } from '#client/app/socket-state.ts'
import { refreshThings, useCall } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { mayConverse } from '#shared/rules/conversation.ts'

const pollEvery = whileDown()

/** A job's conversation, polled every 5 seconds while communication is active without a socket. */
export function useConversation({
  id,
  communicationActive,
}: Pick<Job, 'id' | 'communicationActive'>) {
  const whenDown = useWhileDown()
  const wasActive = useRef(communicationActive)
  useEffect(() => {
    // Closing adds a last entry after the last poll.
    if (wasActive.current !== communicationActive) refreshThings(['conversation'], id)
    wasActive.current = communicationActive
  }, [id, communicationActive])
  return useCall(
    'GET /api/jobs/{id}/communications',
    { params: { id } },
    { staleTime: 0, refetchInterval: () => (communicationActive ? whenDown() : false) },
  )
}

/** Polling interval for whether a job's communication opened or closed; false if it can't. */
export function pollJob(job: Pick<Job, 'status'> | undefined): number | false {
  return job && mayConverse(job.status) ? pollEvery() : false
}

/** Polling interval for a list of jobs: only on the day of a visit. `today` is the business-local date. */
export function pollJobs(jobs: readonly Job[] | undefined, today: string): number | false {
  const due = jobs?.find((job) => mayConverse(job.status) && job.scheduledDate <= today)
  return pollJob(due)
}
