import { type JobStatus, notStartedStatuses } from './jobs.ts'
import type { Role } from './roles.ts'

/**
 * Who may cancel a visit: its customer and the office until work starts, the office until completion; and who may mark it as
 * not done.
 */
export const cancellations = {
  cancel: { from: notStartedStatuses, to: 'cancelled', by: ['customer', 'admin'] },
  cancelStarted: { from: ['in_progress'], to: 'cancelled', by: ['admin'] },
  notDone: { from: ['assigned', 'in_progress'], to: 'cancelled', by: ['technician', 'admin'] },
} as const

/** The kind of cancellation for that role and status. */
export function cancellationOf(status: JobStatus, role: Role | null): 'cancel' | 'cancelStarted' {
  return role === 'admin' && status === 'in_progress' ? 'cancelStarted' : 'cancel'
}

/** Whether a customer may still cancel or move a visit under the notice period; 0 hours means no notice. */
export function enoughNotice(startsAt: Date, now: Date, hours: number): boolean {
  return hours <= 0 || startsAt.getTime() - now.getTime() >= hours * 3_600_000
}
