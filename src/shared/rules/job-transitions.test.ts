import { describe, expect, it } from 'vitest'
import { type JobTransition, jobTransitions, mayTransition } from './job-transitions.ts'
import { isActiveJob, type JobStatus, jobStatuses } from './jobs.ts'
import { type Role, roles } from './roles.ts'

describe('transitions', () => {
  // Written out on purpose: every status each role may leave by a transition. Anything else is forbidden.
  const allowed: Record<JobTransition, Partial<Record<Role, JobStatus[]>>> = {
    assign: { admin: ['scheduled', 'assigned'] },
    unassign: { admin: ['assigned'] },
    claim: { technician: ['scheduled'] },
    start: { technician: ['scheduled', 'assigned'], admin: ['scheduled', 'assigned'] },
    complete: { technician: ['in_progress'], admin: ['in_progress'] },
    cancel: { customer: ['scheduled', 'assigned'], admin: ['scheduled', 'assigned'] },
    cancelStarted: { admin: ['in_progress'] },
    notDone: { technician: ['assigned', 'in_progress'], admin: ['assigned', 'in_progress'] },
  }
  const cases = (Object.keys(jobTransitions) as JobTransition[]).flatMap((transition) =>
    jobStatuses.flatMap((status) => roles.map((role) => ({ transition, status, role }))),
  )

  it.each(cases)('$role: $transition when $status', ({ transition, status, role }) => {
    expect(mayTransition(transition, status, role)).toBe(
      allowed[transition][role]?.includes(status) ?? false,
    )
  })

  it('never lead out of completed or cancelled', () => {
    for (const { from } of Object.values(jobTransitions))
      expect(from.filter((status) => !isActiveJob(status))).toEqual([])
  })
})
