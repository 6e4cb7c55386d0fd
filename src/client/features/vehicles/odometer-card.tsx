import { useState } from 'react'
import { List } from '#client/app/list/list.tsx'
import type { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { OdometerForm } from './odometer-form.tsx'
import { OdometerLine } from './odometer-line.tsx'

interface OdometerCardProps {
  vehicleId: string
  readings: ReturnType<typeof useCall<'GET /api/vehicles/{id}/odometer'>>
}

const shownAtFirst = 5

/** What the odometer showed and when, and a form for the next reading. */
export function OdometerCard({ vehicleId, readings }: OdometerCardProps) {
  const { today } = useBusiness()
  const [all, setAll] = useState(false)
  return (
    <Card title={t('Odometer')}>
      <List
        list={readings}
        failed={t('The readings could not be loaded')}
        loading={<Skeleton lines={3} />}
        empty={
          <p className="mb-5 text-soft">
            {t('Add a reading now and then, and we can tell when the next service is due.')}
          </p>
        }
      >
        {(data) => (
          <>
            <OdometerLine readings={data} />
            <ul className="mb-5 divide-y divide-line">
              {data.slice(0, all ? undefined : shownAtFirst).map(({ date, miles, readBy }) => (
                <li key={date} className="flex items-baseline justify-between gap-4 py-2">
                  <span>
                    {formatDay(date, { year: true })}
                    {readBy === 'technician' && (
                      <span className="block text-sm text-soft">
                        {t('Read by your technician')}
                      </span>
                    )}
                  </span>
                  <span className="font-medium tabular-nums">
                    {t('{miles} mi', { miles: formatNumber(miles) })}
                  </span>
                </li>
              ))}
            </ul>
            {data.length > shownAtFirst && !all && (
              <Button size="small" className="mb-5" onClick={() => setAll(true)}>
                {t('Show all {count} readings', { count: data.length })}
              </Button>
            )}
          </>
        )}
      </List>
      <OdometerForm vehicleId={vehicleId} today={today} />
    </Card>
  )
}
