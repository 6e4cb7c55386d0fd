import { keepPreviousData } from '@tanstack/react-query'
import { api, type ReadInput } from '#client/app/call.ts'
import { useCall } from '#client/app/queries.ts'
import type { AffectedVisit } from '#shared/contract/closures.ts'
import { overlap, type SlotLabel, slotOf } from '#shared/rules/slots.ts'
import { hoursToText, type WeeklyHours } from '#shared/rules/weekly-hours.ts'

const route = 'GET /api/admin/block-range/visits'

/** Days, inclusive, with the times on each; no times means whole days. */
export type BlockedRange = {
  from: string
  to: string
  timeSlots?: readonly SlotLabel[] | undefined
}

const inputOf = ({ from, to, timeSlots }: BlockedRange): ReadInput<typeof route> => ({
  query: { from, to, ...(timeSlots && { timeSlots: timeSlots.join(',') }) },
})

/** Visits in a range, refreshed while shown. */
export const useAffectedVisits = (range: BlockedRange) =>
  useCall(route, inputOf(range), { staleTime: 0 })

export const useVisitsOutside = (hours: WeeklyHours) =>
  useCall(
    'GET /api/admin/weekly-hours/visits',
    { query: { hours: hoursToText(hours) } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )

/** Visits in a range now, except those already shown. */
export async function visitsAddedSince(
  range: BlockedRange,
  seen: ReadonlySet<string>,
): Promise<AffectedVisit[]> {
  const now = await api(route, inputOf(range))
  return now.filter(({ job }) => !seen.has(job.id))
}

export const isInRange = ({ from, to, timeSlots }: BlockedRange, date: string, time: SlotLabel) =>
  from <= date &&
  date <= to &&
  (!timeSlots || timeSlots.some((one) => overlap(slotOf(one), slotOf(time))))
