import type { BusinessClock } from '#shared/rules/not-done.ts'
import { formatTime } from '#shared/texts/format.ts'
import { useBusiness } from './session.ts'

/** The clock of the business by this device: right over midnight too, when there is no network to ask. */
export function useBusinessClock(): BusinessClock {
  const { timeZone } = useBusiness()
  const date = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return {
    // In Canada they write it as we do.
    dateOf: (instant) => new Intl.DateTimeFormat('en-CA', date).format(instant),
    timeOf: (instant) => formatTime(instant, timeZone),
  }
}
