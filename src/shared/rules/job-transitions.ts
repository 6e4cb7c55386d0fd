import { cancellations } from './cancellation.ts'
import { type JobStatus, notStartedStatuses } from './jobs.ts'
import type { Role } from './roles.ts'

type Transition = { from: readonly JobStatus[]; to: JobStatus; by: readonly Role[] }

/** Every change of a job's status, and who may make it. */
export const jobTransitions = {
  assign: { from: notStartedStatuses, to: 'assigned', by: ['admin'] },
  unassign: { from: ['assigned'], to: 'scheduled', by: ['admin'] },
  claim: { from: ['scheduled'], to: 'assigned', by: ['technician'] },
  start: { from: notStartedStatuses, to: 'in_progress', by: ['technician', 'admin'] },
  complete: { from: ['in_progress'], to: 'completed', by: ['technician', 'admin'] },
  ...cancellations,
} as const satisfies Record<string, Transition>
export type JobTransition = keyof typeof jobTransitions

export function mayTransition(name: JobTransition, status: JobStatus, role: Role): boolean {
  const { from, by }: Transition = jobTransitions[name]
  return from.includes(status) && by.includes(role)
}
