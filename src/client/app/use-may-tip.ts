import { useState } from 'react'
import type { Job } from '#shared/contract/jobs.ts'
import { mayTip } from '#shared/rules/tips.ts'
import { useBusiness } from './session.ts'

/** Whether a tip may be given for a visit, by the time the screen came up; the server looks at the clock again. */
export function useMayTip(): (job: Job) => boolean {
  const business = useBusiness()
  const [now] = useState(() => new Date())
  return (job) => mayTip(job, business, now)
}
