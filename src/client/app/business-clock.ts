import type { BusinessClock } from '#shared/rules/not-done.ts'
import { formatTime } from '#shared/texts/format.ts'
import { useBusiness } from './session.ts'

/** The business's date and time from this device's clock, so it works offline past midnight. */
export function useBusinessClock(): BusinessClock {
  const { timeZone } = useBusiness()
  const date = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return {
    // Canadian English formats dates as YYYY-MM-DD.
    dateOf: (instant) => new Intl.DateTimeFormat('en-CA', date).format(instant),
    timeOf: (instant) => formatTime(instant, timeZone),
  }
}
