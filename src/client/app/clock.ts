import { useEffect, useState } from 'react'
import type { BusinessClock } from '#shared/rules/not-done.ts'
import { formatTime } from '#shared/texts/format.ts'
import { useBusiness } from './session.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { mayTip } from '#shared/rules/tips.ts'

/** The time now in ms, looked at again every 5 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

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

/** Whether a tip may be given for a visit, by the time the screen came up; the server looks at the clock again. */
export function useMayTip(): (job: Job) => boolean {
  const business = useBusiness()
  const [now] = useState(() => new Date())
  return (job) => mayTip(job, business, now)
}

const pauseMs = 150

/** The text once it has stayed for a moment; emptied at once. */
export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
