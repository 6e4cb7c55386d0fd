import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { callQuery, justNowMs, queryClient, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { findZip } from '#shared/rules/address.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import { daysShown, stretchDays } from '#shared/rules/open-days.ts'

/** How many days hold these dates too, in whole stretches. */
function stretchesTo(dates: readonly (string | null)[], business: PublicConfig): number {
  const { from } = daysShown(business)
  const furthest = Math.max(0, ...dates.map((date) => (date ? daysBetween(from, date) : 0)))
  return stretchDays * Math.ceil((furthest + 1) / stretchDays)
}

/**
 * The days that can be booked, a stretch at a time, fresh whenever somebody comes back to the page. `chosen` are dates
 * that must be among them.
 */
export function useOpenDays(chosen: readonly (string | null)[] = []) {
  const business = useBusiness()
  const [asked, setAsked] = useState(0)
  const shownDays = Math.max(asked, stretchesTo(chosen, business))
  const range = daysShown(business, shownDays)
  const availability = useCall(
    'GET /api/availability',
    { query: range },
    { staleTime: justNowMs, refetchOnWindowFocus: 'always', placeholderData: keepPreviousData },
  )
  const days = availability.data ?? []
  return {
    availability,
    days,
    range,
    /** Shows a further stretch of days; undefined at the end of what can be booked. */
    showLaterDays:
      range.to < business.latestDate ? () => setAsked(shownDays + stretchDays) : undefined,
    /** Shows what one day has now. */
    takeFreshDay: (day: Day) =>
      queryClient.setQueryData(
        callQuery('GET /api/availability', { query: range }).queryKey,
        days.map((one) => (one.date === day.date ? day : one)),
      ),
  }
}

/** What the server says of the day whose slot somebody else took first. */
export function freshDay(error: CallError): Day | undefined {
  const details = error.details as { availability?: Day } | undefined
  return error.status === 409 ? details?.availability : undefined
}

/**
 * The dates of a range on which a visit near an address is booked already; never waited for. Of those, on the `grouped`
 * the area has as many visits as the operator wants; they are offered first.
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
