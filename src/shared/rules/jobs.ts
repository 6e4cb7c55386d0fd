import type { Role } from './roles.ts'

export const jobStatuses = [
  'scheduled',
  'assigned',
  'in_progress',
  'completed',
  'cancelled',
] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Statuses of a visit that still lies ahead or is under way. */
export const activeJobStatuses = [
  'scheduled',
  'assigned',
  'in_progress',
] as const satisfies JobStatus[]

export function isActiveJob(status: JobStatus): boolean {
  return (activeJobStatuses as readonly JobStatus[]).includes(status)
}

/** Until the work starts a visit may be moved to another slot or technician. */
export const notStartedStatuses = ['scheduled', 'assigned'] as const satisfies JobStatus[]

export function isNotStarted(status: JobStatus): boolean {
  return (notStartedStatuses as readonly JobStatus[]).includes(status)
}

type Move = { from: readonly JobStatus[]; to: JobStatus; by: readonly Role[] }

/** Every way a job may change its status, and who may do it. A customer cancels only before the start. */
export const jobTransitions = {
  assign: { from: notStartedStatuses, to: 'assigned', by: ['admin'] },
  unassign: { from: ['assigned'], to: 'scheduled', by: ['admin'] },
  claim: { from: ['scheduled'], to: 'assigned', by: ['technician'] },
  start: { from: notStartedStatuses, to: 'in_progress', by: ['technician', 'admin'] },
  complete: { from: ['in_progress'], to: 'completed', by: ['technician', 'admin'] },
  cancel: { from: notStartedStatuses, to: 'cancelled', by: ['customer', 'admin'] },
  cancelStarted: { from: ['in_progress'], to: 'cancelled', by: ['admin'] },
} as const satisfies Record<string, Move>
export type JobTransition = keyof typeof jobTransitions

export function mayTransition(move: JobTransition, status: JobStatus, role: Role): boolean {
  const { from, by }: Move = jobTransitions[move]
  return from.includes(status) && by.includes(role)
}

/** Whether a visit is still as many hours away as the business asks for; 0 asks for nothing. */
export function enoughNotice(startsAt: Date, now: Date, hours: number): boolean {
  return hours <= 0 || startsAt.getTime() - now.getTime() >= hours * 3_600_000
}

export type BadgeColor = 'blue' | 'green' | 'gray' | 'red' | 'light'

/** Badge color of a status. */
export const jobColor: Record<JobStatus, BadgeColor> = {
  scheduled: 'blue',
  assigned: 'light',
  in_progress: 'green',
  completed: 'gray',
  cancelled: 'red',
}

/** The three ways a job is called: "FQ-1042" over the phone, 8 characters for customers, 6 for technicians. */
export const jobNumber = (number: number) => `FQ-${number}`
export const customerJobId = (id: string) => id.slice(0, 8)
export const technicianJobId = (id: string) => id.slice(-6)
