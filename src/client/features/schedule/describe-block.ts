import type { CallError } from '#client/app/call.ts'
import { toast } from '#client/ui/toast.ts'
import type { Closure } from '#shared/contract/closures.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatDays, formatSlot, formatSlotStart, formatVisit } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { type BlockedRange, visitsAddedSince } from './affected-visits-query.ts'
import { daysBetween } from '#shared/rules/calendar.ts'

/** Toast for a refused block: 'Error' with status and message. */
export const blockFailure = ({ status, message }: CallError) => ({
  title: t('Error'),
  description: status ? `${status}: ${translate(message)}` : translate(message),
})

/** Reports visits booked since the dialog showed them, if any. */
export async function toastNewVisits(
  range: BlockedRange,
  seen: ReadonlySet<string>,
  show: () => void,
): Promise<void> {
  // If this fails, the visits still appear on the schedule.
  const visits = await visitsAddedSince(range, seen).catch(() => [])
  if (visits.length === 0) return
  toast({
    title: plural(visits.length, {
      one: '{count} visit was just booked',
      other: '{count} visits were just booked',
    }),
    description: visits
      .slice(0, 3)
      .map(({ job }) => `${job.number}, ${formatVisit(job.scheduledDate, job.scheduledTime)}`)
      .join(' · '),
    action: { label: t('Show'), onSelect: show },
  })
}

/** 'Thu, Nov 26 – Fri, Nov 27'; a single day once. */
export const describeDays = ({ from, to }: Pick<Closure, 'from' | 'to'>) => formatDays(from, to)

export const describeTimes = ({ timeSlots, wholeDays }: Pick<Closure, 'timeSlots' | 'wholeDays'>) =>
  wholeDays ? '' : timeSlots.map(formatSlot).join(', ')

export const titleOf = ({ name, reason }: Pick<Closure, 'name' | 'reason'>) =>
  name || reason || t('Closed')

const shownExceptions = 3

/** A closure's days and reopened parts: 'Fri, Dec 25 – Sun, Dec 27, except Sat, Dec 26, 8:00 AM'. */
export function describeClosed(closure: Closure): string {
  const { except, openTimes, timeSlots } = closure
  const days = describeDays(closure)
  if (openTimes === 0) return days
  const shown = except.slice(0, shownExceptions)
  const rest = openTimes - shown.reduce((sum, one) => sum + timesOf(one), 0)
  const times = shown.map((one) => describePart(one, timeSlots.length)).join('; ')
  return rest > 0
    ? plural(
        rest,
        {
          one: '{days}, except {times} and {count} more time',
          other: '{days}, except {times} and {count} more times',
        },
        { days, times },
      )
    : t('{days}, except {times}', { days, times })
}

/** 'Sat, Dec 26, 8:00 AM'; times are left out if they are all of the `ofAll` times per day. */
export const describePart = (part: Times, ofAll: number): string =>
  [
    formatDays(part.from, part.to),
    ...(part.timeSlots.length < ofAll ? part.timeSlots.map(formatSlotStart) : []),
  ].join(', ')

/** Business-local days, inclusive, with the times on each. */
type Times = { from: string; to: string; timeSlots: readonly SlotLabel[] }

/** The `part` of a closure being opened, except times already open. */
export type Opened = { closure: Closure; part: Times; openAlready: readonly Times[] }

/** The parts of each closure that opening a range affects. */
export function reopenedBy(range: BlockedRange, closures: readonly Closure[]): Opened[] {
  return closures.flatMap((closure) => {
    const part = common(closure, range)
    if (!part) return []
    const openAlready = closure.except.flatMap((one) => common(one, part) ?? [])
    const count = openAlready.reduce((sum, one) => sum + timesOf(one), 0)
    return timesOf(part) > count ? [{ closure, part, openAlready }] : []
  })
}

function common(one: Times, other: BlockedRange): Times | null {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  const timeSlots = one.timeSlots.filter((slot) => other.timeSlots?.includes(slot) ?? true)
  return from <= to && timeSlots.length > 0 ? { from, to, timeSlots } : null
}

const timesOf = ({ from, to, timeSlots }: Times): number =>
  (daysBetween(from, to) + 1) * timeSlots.length
