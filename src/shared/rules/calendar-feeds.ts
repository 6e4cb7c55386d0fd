import type { JobEventName } from './events.ts'
import type { JobStatus } from './jobs.ts'

/** How far a calendar feed goes: days back and ahead, and for how long it says that a visit was cancelled. */
export const feedDays = { back: 30, ahead: 90, cancelled: 14 } as const

/** The path of a feed; whoever has it reads the visits. */
export const feedPath = (token: string) => `/calendar/${token}.ics`

/** What makes a visit another one in calendars: its SEQUENCE counts them. */
export const calendarEvents = [
  'job_rescheduled',
  'job_changed',
  'job_confirmed',
  'job_cancelled',
  'job_not_done',
  'job_released',
  'request_expired',
] as const satisfies JobEventName[]

/** What calendars show of a visit. */
export function calendarStatus(job: { status: JobStatus; needsConfirmation: boolean }) {
  if (job.status === 'cancelled') return 'CANCELLED'
  return job.needsConfirmation ? 'TENTATIVE' : 'CONFIRMED'
}
