import { useState } from 'react'
import type { Job } from '#shared/contract/jobs.ts'
import { mayTip } from '#shared/rules/tips.ts'
import { useBusiness } from './session.ts'

/** Whether a visit can be tipped, as of when the screen opened; the server checks again. */
export function useMayTip(): (job: Job) => boolean {
  const business = useBusiness()
  const [now] = useState(() => new Date())
  return (job) => mayTip(job, business, now)
}
