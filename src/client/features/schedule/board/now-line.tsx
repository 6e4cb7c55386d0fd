import { useEffect, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { t } from '#shared/texts/t.ts'
import { minutesOfDay, nowPosition } from './now-position.ts'

/** A line across the board where the day is now; nothing before its first visit and after its last. */
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
