import type { CallError } from '#client/app/call.ts'
import { toast } from '#client/ui/toast.ts'
import type { Closure } from '#shared/contract/closures.ts'
import { slotLabels } from '#shared/rules/slots.ts'
import { formatDays, formatSlot, formatVisit } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { type BlockedRange, visitsMeanwhile } from './touched-query.ts'

/** What is said when a block was refused: 'Error' with status and text. */
export const blockFailure = ({ status, message }: CallError) => ({
  title: t('Error'),
  description: status ? `${status}: ${translate(message)}` : translate(message),
})

/** Says that visits were booked between looking and blocking, where some were. */
export async function tellOfMeanwhile(
  range: BlockedRange,
  seen: ReadonlySet<string>,
  show: () => void,
): Promise<void> {
  // Without an answer nothing is known of any, and they stand on the schedule all the same.
  const visits = await visitsMeanwhile(range, seen).catch(() => [])
  if (visits.length === 0) return
  toast({
    title: plural(visits.length, {
      one: '{count} visit came in meanwhile',
      other: '{count} visits came in meanwhile',
    }),
    description: visits
      .slice(0, 3)
      .map(({ job }) => `${job.number}, ${formatVisit(job.scheduledDate, job.scheduledTime)}`)
      .join(' · '),
    action: { label: t('Show'), onSelect: show },
  })
}

/** 'Thu, Nov 26 – Fri, Nov 27'; one day once. */
export const describeDays = ({ from, to }: Pick<Closure, 'from' | 'to'>) => formatDays(from, to)

/** The times of a closure; empty for whole days. */
export const describeTimes = ({ timeSlots }: Pick<Closure, 'timeSlots'>) =>
  timeSlots.length === slotLabels.length ? '' : timeSlots.map(formatSlot).join(', ')
