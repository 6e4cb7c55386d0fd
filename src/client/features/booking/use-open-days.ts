import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useGuestLink } from '#client/app/guest-link.ts'
import type { CallError } from '#client/app/call.ts'
import { callQuery, justNowMs, queryClient, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { findZip } from '#shared/rules/address.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { daysShown, stretchDays } from '#shared/rules/open-days.ts'

/** Number of days to load to include these dates, in whole pages. */
function stretchesTo(dates: readonly (string | null)[], business: PublicConfig): number {
  const { from } = daysShown(business)
  const furthest = Math.max(0, ...dates.map((date) => (date ? daysBetween(from, date) : 0)))
  return stretchDays * Math.ceil((furthest + 1) / stretchDays)
}

/** `outOfReach`: the office may book it although no technician can be there in time. */
export type OfferedDay = Omit<Day, 'slots'> & {
  slots: (Day['slots'][number] & { outOfReach?: boolean })[]
}

/** Whether the best times are known; `off` unless the road decides. */
export type BestTimes = {
  state: 'off' | 'no address' | 'loading' | 'failed' | 'known'
  askAgain: () => void
}

const options = {
  staleTime: justNowMs,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
} as const

type Wanted = {
  address?: string
  servicePackageId?: string | undefined
  /** The visit being moved, which doesn't block its own time. */
  jobId?: string
  byOffice?: boolean
  /** The customer, when the office books. */
  customerId?: string | undefined
}

/**
 * Bookable days, loaded in pages and refreshed when the user returns. `chosen` dates are always included. With an `address`
 * only times at which a technician can be there are open, except to the office, which sees them marked.
 */
export function useOpenDays(
  chosen: readonly (string | null)[] = [],
  { address = '', servicePackageId, jobId, byOffice = false, customerId }: Wanted = {},
) {
  const business = useBusiness()
  const [asked, setAsked] = useState(0)
  const shownDays = Math.max(asked, stretchesTo(chosen, business))
  const range = daysShown(business, shownDays)
  const guestLink = useGuestLink()
  const query = { ...range, ...(jobId && { jobId }) }
  const availability = useCall('GET /api/availability', { query }, options)
  const there = {
    query: {
      ...query,
      address,
      ...(servicePackageId && { servicePackageId }),
      ...(byOffice && customerId && { customerId }),
    },
  }
  const asksRoad = business.slotCapacityMode === 'technicians'
  const hasAddress = asksRoad && address !== ''
  const reachable = useCall('GET /api/availability', there, { ...options, enabled: hasAddress })
  const all = availability.data ?? []
  const atAddress = hasAddress ? reachable.data : undefined
  const days = byOffice ? all.map((day) => marked(day, atAddress)) : (atAddress ?? all)
  return {
    availability,
    days: days as readonly OfferedDay[],
    bestTimes: {
      state: !asksRoad
        ? 'off'
        : address === ''
          ? 'no address'
          : reachable.isError
            ? 'failed'
            : !reachable.data || reachable.isPlaceholderData
              ? 'loading'
              : 'known',
      askAgain: () => void reachable.refetch(),
    } satisfies BestTimes,
    /** Whether a time is open in general, but not for this address. */
    isOutOfReach: (date: string, time: SlotLabel): boolean =>
      isOpenOn(all, date, time) && atAddress !== undefined && !isOpenOn(atAddress, date, time),
    range,
    /** Loads another page of days; undefined at the end. */
    showLaterDays:
      range.to < business.latestDate ? () => setAsked(shownDays + stretchDays) : undefined,
    /** Shows the fresh day of a refusal; a time out of reach stays open for other addresses. */
    takeFreshDay: (day: Day, error: CallError) => {
      const isOfRoad = (error.details as { reason?: string } | undefined)?.reason === 'travel'
      for (const asked of [
        ...(isOfRoad && atAddress ? [] : [query]),
        ...(atAddress ? [there.query] : []),
      ])
        queryClient.setQueryData<Day[]>(
          callQuery('GET /api/availability', { query: asked }, guestLink).queryKey,
          (known) => known?.map((one) => (one.date === day.date ? day : one)),
        )
    },
  }
}

/** Whether none of these days has a free time; false for an empty list. */
export const hasNoTimes = (days: readonly Day[]) =>
  days.length > 0 && days.every(({ open }) => !open)

const isOpenOn = (days: readonly Day[], date: string, time: SlotLabel) =>
  days
    .find((day) => day.date === date)
    ?.slots.some(({ timeSlot, status }) => timeSlot === time && status === 'open') === true

/** The day, with the times of the answer for an address. */
function marked(day: Day, atAddress: readonly Day[] | undefined): OfferedDay {
  const there = atAddress?.find(({ date }) => date === day.date)
  if (!there) return day
  const slots = day.slots.map((slot) => {
    const known = there.slots.find(({ timeSlot }) => timeSlot === slot.timeSlot)
    if (slot.status !== 'open' || !known) return slot
    return known.status === 'open' ? known : { ...slot, outOfReach: true }
  })
  return { ...day, slots }
}

/** The updated day in the error for a slot taken by someone else. */
export function freshDay(error: CallError): Day | undefined {
  const details = error.details as { availability?: Day } | undefined
  return error.status === 409 ? details?.availability : undefined
}

/**
 * Dates in a range with visits near an address, loaded in the background. `grouped` ones have as many as the operator wants
 * and are offered first.
 */
export function useNearbyDays(address: string, range: { from: string; to: string }) {
  const zip = findZip(address)
  const { data = [] } = useCall(
    'GET /api/service-area/days',
    { query: { zip: zip ?? '', ...range } },
    { enabled: zip !== null },
  )
  return {
    nearby: data.map(({ date }) => date),
    grouped: data.flatMap(({ date, grouped }) => (grouped ? date : [])),
  }
}
