import { useEffect, useState } from 'react'
import type { BusinessClock } from '#shared/rules/not-done.ts'
import { formatTime } from '#shared/texts/format.ts'
import { useBusiness } from './session.ts'

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

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

const pauseMs = 150

/** The text after typing pauses; cleared at once. */
export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
