import type { JobEventName } from './events.ts'
import type { JobStatus } from './jobs.ts'

/** Range of a calendar feed in days, and how long it lists cancelled visits. */
export const feedDays = { back: 30, ahead: 90, cancelled: 14 } as const

/** A feed's secret path; anyone who has it can read the visits. */
export const feedPath = (token: string) => `/calendar/${token}.ics`

/** Events that change a visit's calendar entry; its SEQUENCE counts them. */
export const calendarEvents = [
  'job_rescheduled',
  'job_changed',
  'job_confirmed',
  'job_cancelled',
  'job_not_done',
  'job_released',
  'request_expired',
] as const satisfies JobEventName[]

/** A visit's calendar status. */
export function calendarStatus(job: { status: JobStatus; needsConfirmation: boolean }) {
  if (job.status === 'cancelled') return 'CANCELLED'
  return job.needsConfirmation ? 'TENTATIVE' : 'CONFIRMED'
}
