import type { Job } from '#shared/contract/jobs.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { slotByLabel } from '#shared/rules/slots.ts'

type Planned = Pick<Job, 'scheduledDate' | 'scheduledTime' | 'status'>

/** A technician's jobs as the home screen shows them; `today` is the business-local date. */
export function planDay<J extends Planned>(jobs: readonly J[], today: LocalDate) {
  const own = jobs.filter((job) => job.status !== 'cancelled')
  const todays = own.filter((job) => job.scheduledDate === today).toSorted(byStart)
  const completed = todays.filter((job) => job.status === 'completed').length
  return {
    todays,
    others: orderOthers(
      own.filter((job) => job.scheduledDate !== today),
      today,
    ),
    completed,
    inProgress: own.filter((job) => job.status === 'in_progress').length,
    next: nextJob(todays, own),
  }
}

/** What is under way anywhere comes first, then the first of today that is not done. */
function nextJob<J extends Planned>(todays: readonly J[], own: readonly J[]): J | undefined {
  return (
    own.find((job) => job.status === 'in_progress') ?? todays.find((job) => isActiveJob(job.status))
  )
}

/** Left over from earlier days first, then what is ahead, then what is done, newest first. */
function orderOthers<J extends Planned>(jobs: readonly J[], today: LocalDate): J[] {
  const open = jobs.filter((job) => isActiveJob(job.status)).toSorted(byStart)
  const done = jobs.filter((job) => !isActiveJob(job.status)).toSorted(byStart)
  return [
    ...open.filter((job) => job.scheduledDate < today),
    ...open.filter((job) => job.scheduledDate > today),
    ...done.toReversed(),
  ]
}

function byStart(one: Planned, other: Planned): number {
  const days = one.scheduledDate.localeCompare(other.scheduledDate)
  return days || slotNumber(one) - slotNumber(other)
}

// Never by label: "1:00 PM" would sort before "8:00 AM".
const slotNumber = (job: Planned) => slotByLabel(job.scheduledTime)?.number ?? 0
