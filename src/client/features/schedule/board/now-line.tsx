import { useEffect, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { endOf, minutesOf, slotOf, startOf } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

/** Marks the current time on the board; nothing before the first of its slots, given by label, or after the last. */
export function NowLine({ slots }: { slots: readonly string[] }) {
  const { timeZone } = useBusiness()
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setAt(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const position = nowPosition(minutesOfDay(at, timeZone), slots)
  if (position === null) return null
  return (
    <div
      aria-hidden="true"
      title={t('Now')}
      data-now
      className="pointer-events-none absolute inset-y-0 z-[6] w-0.5 bg-amber/70"
      style={{ left: `calc(11rem + (100% - 11rem) * ${position / slots.length})` }}
    />
  )
}

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

/**
 * Position of a minute on equal columns for these slots, from 0 to their number; times between slots lie on their border;
 * null outside.
 */
export function nowPosition(minutes: number, labels: readonly string[]): number | null {
  const slots = labels.map(slotOf).map((slot) => ({
    start: minutesOf(startOf(slot)),
    end: minutesOf(endOf(slot)),
  }))
  const at = slots.findLastIndex(({ start }) => start <= minutes)
  const slot = slots[at]
  if (!slot || (at === slots.length - 1 && minutes > slot.end)) return null
  return at + Math.min(1, (minutes - slot.start) / (slot.end - slot.start))
}
