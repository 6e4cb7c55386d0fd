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

/** Number of days to load to include these dates, in whole pages. */
function stretchesTo(dates: readonly (string | null)[], business: PublicConfig): number {
  const { from } = daysShown(business)
  const furthest = Math.max(0, ...dates.map((date) => (date ? daysBetween(from, date) : 0)))
  return stretchDays * Math.ceil((furthest + 1) / stretchDays)
}

/** Bookable days, loaded in pages and refreshed when the user returns. `chosen` dates are always included. */
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
    /** Loads another page of days; undefined at the end. */
    showLaterDays:
      range.to < business.latestDate ? () => setAsked(shownDays + stretchDays) : undefined,
    takeFreshDay: (day: Day) =>
      queryClient.setQueryData(
        callQuery('GET /api/availability', { query: range }).queryKey,
        days.map((one) => (one.date === day.date ? day : one)),
      ),
  }
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
