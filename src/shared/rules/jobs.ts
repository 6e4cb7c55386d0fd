export const jobStatuses = [
  'scheduled',
  'assigned',
  'in_progress',
  'completed',
  'cancelled',
] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Statuses of a visit ahead or in progress. */
export const activeJobStatuses = [
  'scheduled',
  'assigned',
  'in_progress',
] as const satisfies JobStatus[]

export function isActiveJob(status: JobStatus): boolean {
  return (activeJobStatuses as readonly JobStatus[]).includes(status)
}

/** Until work starts, a visit can get another slot or technician. */
export const notStartedStatuses = ['scheduled', 'assigned'] as const satisfies JobStatus[]

export function isNotStarted(status: JobStatus): boolean {
  return (notStartedStatuses as readonly JobStatus[]).includes(status)
}

/** A job's two short names: "FQ-1042" for everyone, 6 characters for technicians. */
export const jobNumber = (number: number) => `FQ-${number}`
export const technicianJobId = (id: string) => id.slice(-6)

/** Why a visit stays with its technician: the office locked it, time included, or the customer asked for them. */
export const technicianLocks = ['office', 'promise'] as const
export type TechnicianLock = (typeof technicianLocks)[number]
