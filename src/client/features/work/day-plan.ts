import type { Job } from '#shared/contract/jobs.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { slotOf } from '#shared/rules/slots.ts'

type Planned = Pick<Job, 'scheduledDate' | 'scheduledTime' | 'status'>

/** A technician's jobs grouped for the home screen; `today` is the business-local date. */
export function planDay<J extends Planned>(jobs: readonly J[], today: LocalDate) {
  const own = jobs.filter((job) => job.status !== 'cancelled').toSorted(byStart)
  const todays = own.filter((job) => job.scheduledDate === today)
  const others = own.filter((job) => job.scheduledDate !== today)
  const running = own.filter((job) => job.status === 'in_progress')
  return {
    todays,
    // Overdue and upcoming ones, then completed ones, newest first.
    others: [
      ...others.filter((job) => isActiveJob(job.status)),
      ...others.filter((job) => !isActiveJob(job.status)).toReversed(),
    ],
    completed: todays.filter((job) => job.status === 'completed').length,
    inProgress: running.length,
    // A running visit first, else today's first open one.
    next: running[0] ?? todays.find((job) => isActiveJob(job.status)),
  }
}

/**
 * The visits on this one's day at its address, in order, with those that could not be done; and the next one after it that is
 * open, starting again at the first one.
 */
export function carsAtPlace<J extends Planned & Pick<Job, 'id' | 'serviceAddress' | 'outcome'>>(
  job: J,
  jobs: readonly J[],
) {
  const cars = jobs
    .filter(
      (other) =>
        other.scheduledDate === job.scheduledDate &&
        other.serviceAddress === job.serviceAddress &&
        (other.status !== 'cancelled' || other.outcome === 'not_done'),
    )
    .toSorted(byStart)
  const at = cars.findIndex(({ id }) => id === job.id)
  const others = [...cars.slice(at + 1), ...cars.slice(0, Math.max(at, 0))]
  return { cars, next: others.find(({ status }) => isActiveJob(status)) }
}

/** Today, tomorrow, and a weekend between them. */
const daysAhead = 4

/** More than fits in two days. */
const mostTaken = 12

/** Visits to cache with extras, photos and messages: running, today's, then the next ones. */
export function visitsToPreload<J extends Planned>(jobs: readonly J[], today: LocalDate): J[] {
  const last = addDays(today, daysAhead)
  const { todays, others } = planDay(jobs, today)
  const open = others.filter(({ status }) => isActiveJob(status))
  const running = open.filter(({ status }) => status === 'in_progress')
  const next = open.filter((job) => job.scheduledDate > today && job.scheduledDate <= last)
  return [...new Set([...running, ...todays, ...next])].slice(0, mostTaken)
}

export type DayPlan = ReturnType<typeof planDay<Job>>

function byStart(one: Planned, other: Planned): number {
  const days = one.scheduledDate.localeCompare(other.scheduledDate)
  // Not by label: "1:00 PM" would sort before "8:00 AM".
  return days || slotOf(one.scheduledTime) - slotOf(other.scheduledTime)
}
