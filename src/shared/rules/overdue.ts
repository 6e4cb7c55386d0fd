import { daysBetween, type LocalDate } from './calendar.ts'
import { isActiveJob, isNotStarted, type JobStatus } from './jobs.ts'

type Visit = {
  status: JobStatus
  scheduledDate: LocalDate
  /** Instant. */
  startsAt: string
}

type Missed = { status: JobStatus; startsAt: Date }

const slotMs = 3_600_000

/**
 * The label of an unfinished visit whose time has passed: 'late' on its day until work starts, 'unrecorded' afterwards,
 * since it is unknown whether it took place. Null before its time and once it is finished.
 */
export function overdue(visit: Visit, now: number, today: LocalDate): 'late' | 'unrecorded' | null {
  const { status, scheduledDate, startsAt } = visit
  if (!isActiveJob(status)) return null
  if (scheduledDate < today) return 'unrecorded'
  return isMissed({ status, startsAt: new Date(startsAt) }, now) ? 'late' : null
}

/** Whether the visit's time passed before anyone started it. */
export const isMissed = ({ status, startsAt }: Missed, now: number): boolean =>
  isNotStarted(status) && now >= startsAt.getTime() + slotMs

/** Days until the visit; 0 for today and past days. */
export const daysAhead = ({ scheduledDate }: Pick<Visit, 'scheduledDate'>, today: LocalDate) =>
  Math.max(0, daysBetween(today, scheduledDate))
