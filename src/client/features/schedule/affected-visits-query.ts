import { keepPreviousData } from '@tanstack/react-query'
import { api, type ReadInput } from '#client/app/call.ts'
import { useCall } from '#client/app/queries.ts'
import type { TouchedVisit } from '#shared/contract/closures.ts'
import { type SlotLabel, slotLabels } from '#shared/rules/slots.ts'
import { hoursToText, type WeeklyHours } from '#shared/rules/weekly-hours.ts'

const route = 'GET /api/admin/block-range/visits'

/** Days, both included, and the times that are meant on each of them; without times whole days. */
export type BlockedRange = {
  from: string
  to: string
  timeSlots?: readonly SlotLabel[] | undefined
}

const inputOf = ({ from, to, timeSlots }: BlockedRange): ReadInput<typeof route> => ({
  query: { from, to, ...(timeSlots && { timeSlots: timeSlots.join(',') }) },
})

/** The visits that stand in a range, kept fresh while they are on the screen. */
export const useAffectedVisits = (range: BlockedRange) =>
  useCall(route, inputOf(range), { staleTime: 0 })

/** The visits that other weekly hours would leave in times that are not offered any more. */
export const useVisitsOutside = (hours: WeeklyHours) =>
  useCall(
    'GET /api/admin/weekly-hours/visits',
    { query: { hours: hoursToText(hours) } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )

/** The visits that stand in a range now, but for those that were on the screen. */
export async function visitsAddedSince(
  range: BlockedRange,
  seen: ReadonlySet<string>,
): Promise<TouchedVisit[]> {
  const now = await api(route, inputOf(range))
  return now.filter(({ job }) => !seen.has(job.id))
}

/** Whether a time of day is one of the range's. */
export const isInRange = (
  { from, to, timeSlots = slotLabels }: BlockedRange,
  date: string,
  time: SlotLabel,
) => from <= date && date <= to && timeSlots.includes(time)
