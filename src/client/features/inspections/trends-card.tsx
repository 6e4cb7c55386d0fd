import { TableToggle } from '#client/ui/bar-chart.tsx'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import type { InspectionTrend } from '#shared/contract/inspections.ts'
import { daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { measureLabel, measureOf } from '#shared/rules/inspections.ts'
import { formatDay, formatMonth, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** A car's measured values over time; empty before the first inspection. */
export default function TrendsCard({ vehicleId }: { vehicleId: string }) {
  const { data = [] } = useCall('GET /api/vehicles/{id}/inspection-trends', {
    params: { id: vehicleId },
  })
  if (data.length === 0) return null
  return (
    <Card title={t('Measured at inspections')}>
      <div className="space-y-6">
        {data.map((trend) => (
          <Trend key={trend.kind} trend={trend} />
        ))}
      </div>
    </Card>
  )
}

/** A pattern per line, so that they differ without color too. */
const dashes = ['', '10 6', '3 5', '12 5 3 5']

function Trend({ trend }: { trend: InspectionTrend }) {
  const title = translate(measureOf(trend.kind)?.trend ?? '')
  const dates = [
    ...new Set(trend.series.flatMap(({ values }) => values.map(({ date }) => date))),
  ].toSorted()
  const [asTable, setAsTable] = useState(false)
  const isDrawn = dates.length > 1 && !asTable
  return (
    <figure>
      <figcaption className="mb-2 flex items-center justify-between gap-3">
        <span className="font-semibold">{title}</span>
        {dates.length > 1 && <TableToggle chart={title} asTable={asTable} onChange={setAsTable} />}
      </figcaption>
      {isDrawn && <Lines trend={trend} dates={dates} />}
      <div className={isDrawn ? 'sr-only' : 'overflow-x-auto'}>
        <Values title={title} trend={trend} dates={dates} />
      </div>
    </figure>
  )
}

type TrendProps = { trend: InspectionTrend; dates: readonly LocalDate[] }

const width = 640
const height = 150
const edge = 8

function Lines({ trend: { series, unit, failAt }, dates }: TrendProps) {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const values = series.flatMap((one) => one.values.map(({ measure }) => measure))
  const limits = failAt === null ? [] : [failAt]
  // A battery is never near 0 volts.
  const lowest = unit === 'V' ? Math.min(11, ...values) : 0
  const range = Math.max(...values, ...limits) - lowest || 1
  const days = daysBetween(first, last) || 1
  const y = (measure: number) => height - edge - ((measure - lowest) / range) * (height - 2 * edge)
  const x = (date: LocalDate) => edge + (daysBetween(first, date) / days) * (width - 2 * edge)
  return (
    <div aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} className="w-full">
        <path
          d={`M${edge} ${height - 1}H${width - edge}`}
          className="stroke-line"
          strokeWidth="2"
        />
        {limits.map((limit) => (
          <path
            key={limit}
            d={`M${edge} ${y(limit).toFixed(1)}H${width - edge}`}
            className="stroke-red"
            strokeWidth="2"
          />
        ))}
        {series.map((one, nth) => (
          <g key={one.itemId} className={nth % 2 === 0 ? 'text-amber' : 'text-ink'}>
            <polyline
              points={one.values
                .map(({ date, measure }) => `${x(date).toFixed(1)},${y(measure).toFixed(1)}`)
                .join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              strokeDasharray={dashes[nth % dashes.length]}
              strokeLinejoin="round"
            />
            {one.values.map(({ date, measure }) => (
              <circle
                key={date}
                cx={x(date)}
                cy={y(measure)}
                r="4.5"
                className="fill-card stroke-current"
                strokeWidth="2.5"
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="mt-1 flex justify-between gap-4 text-sm text-soft">
        <span>{formatMonth(first, { short: true })}</span>
        <span>{formatMonth(last, { short: true })}</span>
      </p>
      <ul className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
        {series.map((one, nth) => (
          <li key={one.itemId} className="flex items-center gap-2">
            <svg
              viewBox="0 0 32 8"
              className={clsx('h-2 w-8 flex-none', nth % 2 === 0 ? 'text-amber' : 'text-ink')}
            >
              <path
                d="M0 4H32"
                stroke="currentColor"
                strokeWidth="3"
                strokeDasharray={dashes[nth % dashes.length]}
              />
            </svg>
            <span className="min-w-0 flex-1">{one.label}</span>
            <span className="tabular-nums">
              {one.values.slice(-1).map(({ measure }) => measureLabel(measure, unit, formatNumber))}
            </span>
          </li>
        ))}
      </ul>
      {failAt !== null && (
        <p className="mt-2 flex items-center gap-2 text-sm text-soft">
          <svg viewBox="0 0 32 8" className="h-2 w-8 flex-none">
            <path d="M0 4H32" className="stroke-red" strokeWidth="2" />
          </svg>
          {t('Needs work at {value}', { value: measureLabel(failAt, unit, formatNumber) })}
        </p>
      )}
    </div>
  )
}

function Values({ title, trend: { series, unit }, dates }: TrendProps & { title: string }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <td />
          {dates.map((date) => (
            <th key={date} scope="col" className="px-2 py-1 text-right font-normal text-soft">
              {formatDay(date, { year: true })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map((one) => (
          <tr key={one.itemId}>
            <th scope="row" className="border-t border-line py-1 text-left font-normal">
              {one.label}
            </th>
            {dates.map((date) => {
              const found = one.values.findLast((value) => value.date === date)
              return (
                <td
                  key={date}
                  className="border-t border-line px-2 py-1 text-right whitespace-nowrap tabular-nums"
                >
                  {found && measureLabel(found.measure, unit, formatNumber)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
