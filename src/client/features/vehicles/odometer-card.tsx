import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CallAnswer } from '#client/app/call.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { OdometerForm } from './odometer-form.tsx'
import { OdometerLine } from './odometer-line.tsx'

type Readings = CallAnswer<'GET /api/vehicles/{id}/odometer'>

interface OdometerCardProps {
  vehicleId: string
  today: LocalDate
  readings: { data?: Readings; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

const shownAtFirst = 5

/** What the odometer showed and when, and a form for the next reading. */
export function OdometerCard({ vehicleId, today, readings }: OdometerCardProps) {
  const [all, setAll] = useState(false)
  const { data } = readings
  return (
    <Card title={t('Odometer')}>
      {!data && !readings.isError && <Skeleton lines={3} />}
      {readings.isError && !data && (
        <ErrorState
          title={t('The readings could not be loaded')}
          onRetry={() => void readings.refetch()}
          pending={readings.isFetching}
        />
      )}
      {data && <OdometerLine readings={data} />}
      {data?.length === 0 && (
        <p className="mb-5 text-soft">
          {t('With a reading now and then we can tell when the next service is due.')}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="mb-5 divide-y divide-line">
          {data.slice(0, all ? undefined : shownAtFirst).map(({ date, miles, readBy }) => (
            <li key={date} className="flex items-baseline justify-between gap-4 py-2">
              <span>
                {formatDay(date, { year: true })}
                {readBy === 'technician' && (
                  <span className="block text-sm text-soft">{t('Read by your technician')}</span>
                )}
              </span>
              <span className="font-medium tabular-nums">
                {t('{miles} mi', { miles: formatNumber(miles) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.length > shownAtFirst && !all && (
        <Button size="small" className="mb-5" onClick={() => setAll(true)}>
          {t('Show all {count} readings', { count: data.length })}
        </Button>
      )}
      <OdometerForm vehicleId={vehicleId} today={today} />
    </Card>
  )
}
