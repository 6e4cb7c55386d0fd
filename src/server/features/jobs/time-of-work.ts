import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { type Step, stepsBefore, timeOfWork } from '#shared/rules/time-of-work.ts'

/** When a step of a visit was done, by the phone that says so within reason, and when we got to know of it. */
export async function timeOfStep(
  jobId: string,
  step: Step,
): Promise<{ at: Date; receivedAt: Date }> {
  const receivedAt = now()
  const claimed = claimedTime()?.getTime()
  if (claimed === undefined) return { at: receivedAt, receivedAt }
  const last = await queryRow<{ at: Date | null }>(lastStep, [jobId, stepsBefore(step)])
  const limits = { received: receivedAt.getTime(), after: last?.at?.getTime() }
  return { at: new Date(timeOfWork(claimed, limits)), receivedAt }
}

const lastStep = {
  name: 'last-step',
  text: 'select max(created_at) as at from job_events where job_id = $1 and kind = any($2::text[])',
}
