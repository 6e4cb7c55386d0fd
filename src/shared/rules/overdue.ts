import { daysBetween, type LocalDate } from './calendar.ts'
import { isActiveJob, type JobStatus } from './jobs.ts'

type Visit = {
  status: JobStatus
  scheduledDate: LocalDate
  /** Instant. */
  startsAt: string
}

const slotMs = 3_600_000

/**
 * What an unfinished visit whose time has passed reads: 'late' on its day until work starts, 'unrecorded' afterwards, as
 * no one can say whether it took place. Null while its time is ahead, and once it is finished.
 */
export function overdue(visit: Visit, now: number, today: LocalDate): 'late' | 'unrecorded' | null {
  const { status, scheduledDate, startsAt } = visit
  if (!isActiveJob(status)) return null
  if (scheduledDate < today) return 'unrecorded'
  return status !== 'in_progress' && now >= Date.parse(startsAt) + slotMs ? 'late' : null
}

/** Days until the visit; 0 for today and past days. */
export const daysAhead = ({ scheduledDate }: Pick<Visit, 'scheduledDate'>, today: LocalDate) =>
  Math.max(0, daysBetween(today, scheduledDate))
