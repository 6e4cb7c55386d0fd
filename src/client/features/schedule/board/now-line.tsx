import { useEffect, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { slots } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

/** Marks the current time on the board; nothing before the first slot or after the last. */
export function NowLine() {
  const { timeZone } = useBusiness()
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setAt(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const place = nowPosition(minutesOfDay(at, timeZone))
  if (place === null) return null
  return (
    <div
      aria-hidden="true"
      title={t('Now')}
      data-now
      className="pointer-events-none absolute inset-y-0 z-[6] w-0.5 bg-amber/70"
      style={{ left: `calc(11rem + (100% - 11rem) * ${place / 5})` }}
    />
  )
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Minutes since midnight in an IANA time zone. */
export function minutesOfDay(instant: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(instant)
  return minutesOf(clock)
}

/** Position of a minute on five equal columns, 0 to 5; times between slots lie on their border; null outside. */
export function nowPosition(minutes: number): number | null {
  const last = slots.at(-1)
  if (minutes < minutesOf(slots[0].start) || !last || minutes > minutesOf(last.end)) return null
  const at = slots.findLastIndex(({ start }) => minutesOf(start) <= minutes)
  const { start, end } = slots[at] ?? slots[0]
  const share = (minutes - minutesOf(start)) / (minutesOf(end) - minutesOf(start))
  return at + Math.min(1, share)
}
