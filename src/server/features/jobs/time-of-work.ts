import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import {
  belongsToItsTime,
  type Step,
  stepsBefore,
  timeOfWork,
  workSteps,
} from '#shared/rules/time-of-work.ts'
import { assertNotMovedSince } from './moved-since.ts'

/**
 * When a step of a visit was done, by the phone that says so within reason, and when we got to know of it. Throws Conflict
 * for what was done for a time that the visit has been moved away from since.
 */
export async function timeOfStep(
  jobId: string,
  step: Step,
): Promise<{ at: Date; receivedAt: Date }> {
  const receivedAt = now()
  const claimed = claimedTime()?.getTime()
  if (claimed === undefined) return { at: receivedAt, receivedAt }
  if (belongsToItsTime(step)) await assertNotMovedSince(jobId, step)
  const last = await queryRow<{ at: Date | null }>(lastStep, [jobId, stepsBefore(step), workSteps])
  const limits = { received: receivedAt.getTime(), after: last?.at?.getTime() }
  return { at: new Date(timeOfWork(claimed, limits)), receivedAt }
}

const lastStep = {
  name: 'last-step',
  text: `select max(e.created_at) as at from job_events e join jobs j on j.id = e.job_id
    where e.job_id = $1 and e.kind = any($2::text[])
      and (e.kind <> all($3::text[]) or e.actor_id = j.technician_id)`,
}
