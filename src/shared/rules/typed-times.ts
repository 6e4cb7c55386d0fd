import { t } from '../texts/t.ts'
import type { SlotTimes } from './slot-times.ts'
import { clockAt, minutesOf, slotFrom } from './slots.ts'
import { shownTime } from './weekly-hours.ts'

type TimeProblem = { at: number; part: 'start' | 'end'; text: string }

/** Problems with times typed in any order, each with its row and field; at most one per row. */
export function problemsIn(times: SlotTimes['times']): TimeProblem[] {
  return times.flatMap(([start, end], at): TimeProblem[] => {
    if (!start || !end)
      return [{ at, part: start ? 'end' : 'start', text: t('Please enter a time') }]
    if (end <= start)
      return [{ at, part: 'end', text: t('The end must be after the start, and before midnight.') }]
    const other = times.find(
      ([from, to], index) =>
        from < end && start < to && (from < start || (from === start && index < at)),
    )
    if (!other) return []
    const time = shownTime(slotFrom(...other))
    return [{ at, part: 'start', text: t('This overlaps {time}.', { time }) }]
  })
}

export const timesInOrder = (times: SlotTimes['times']): SlotTimes['times'] =>
  times.toSorted(([one], [other]) => (one < other ? -1 : 1))

/**
 * The next time to add to a day: after the last one, equally long and with the shortest break; else before the first; else
 * blank.
 */
export function nextTime(times: SlotTimes['times']): [string, string] {
  const own = timesInOrder(times.filter(([start, end]) => start < end))
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return ['08:00', '09:00']
  const length = minutesOf(last[1]) - minutesOf(last[0])
  const breaks = own
    .slice(1)
    .map(([start], at) => minutesOf(start) - minutesOf(own[at]?.[1] ?? start))
  const pause = breaks.length > 0 ? Math.max(0, Math.min(...breaks)) : 30
  const [late, early] = [minutesOf(last[1]) + pause, minutesOf(first[0]) - pause - length]
  const start = late + length < 24 * 60 ? late : early
  return start < 0 ? ['', ''] : [clockAt(start), clockAt(start + length)]
}
