import type { OdometerReading } from '#shared/rules/next-service.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import { formatMonth, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const width = 640
const height = 120
const edge = 8

/** Miles over time, three readings or more, newest first; the list beside it says the same in words. */
export function OdometerLine({ readings }: { readings: readonly OdometerReading[] }) {
  const points = readings.toReversed()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return null
  const days = daysBetween(first.date, last.date)
  const miles = last.miles - first.miles || 1
  const places = points.map((point) => ({
    ...point,
    x: edge + (daysBetween(first.date, point.date) / days) * (width - 2 * edge),
    y: height - edge - ((point.miles - first.miles) / miles) * (height - 2 * edge),
  }))
  const said = {
    from: formatNumber(first.miles),
    since: formatMonth(first.date, { short: true }),
    to: formatNumber(last.miles),
    until: formatMonth(last.date, { short: true }),
  }
  return (
    <figure className="mb-5">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('From {from} mi in {since} to {to} mi in {until}', said)}
        className="w-full text-amber"
      >
        <path
          d={`M${edge} ${height - 1}H${width - edge}`}
          className="stroke-line"
          strokeWidth="2"
        />
        <polyline
          points={places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinejoin="round"
        />
        {places.map(({ date, x, y }) => (
          <circle
            key={date}
            cx={x}
            cy={y}
            r="5.5"
            className="fill-card stroke-current"
            strokeWidth="3"
          />
        ))}
      </svg>
      <figcaption aria-hidden="true" className="mt-1 flex justify-between gap-4 text-sm text-soft">
        <span>
          {said.since} · {t('{miles} mi', { miles: said.from })}
        </span>
        <span className="text-right">
          {said.until} · {t('{miles} mi', { miles: said.to })}
        </span>
      </figcaption>
    </figure>
  )
}
