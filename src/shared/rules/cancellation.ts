import { type JobStatus, notStartedStatuses } from './jobs.ts'
import type { Role } from './roles.ts'

/**
 * Who may cancel a visit: its customer and the office until the work starts, the office until it is completed; and who may
 * say that it could not be done.
 */
export const cancellations = {
  cancel: { from: notStartedStatuses, to: 'cancelled', by: ['customer', 'admin'] },
  cancelStarted: { from: ['in_progress'], to: 'cancelled', by: ['admin'] },
  notDone: { from: ['assigned', 'in_progress'], to: 'cancelled', by: ['technician', 'admin'] },
} as const

/** The way in which somebody of that role would cancel a visit of that status. */
export function cancellationOf(status: JobStatus, role: Role | null): 'cancel' | 'cancelStarted' {
  return role === 'admin' && status === 'in_progress' ? 'cancelStarted' : 'cancel'
}

/**
 * Whether a visit is still as many hours away as the business asks of customers who cancel or move it; 0 asks for
 * nothing.
 */
export function enoughNotice(startsAt: Date, now: Date, hours: number): boolean {
  return hours <= 0 || startsAt.getTime() - now.getTime() >= hours * 3_600_000
}
