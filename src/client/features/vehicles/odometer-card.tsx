import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { List } from '#client/app/list/list.tsx'
import type { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { IconButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { OdometerForm } from '#shared/contract/vehicles.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import type { OdometerReading } from '#shared/rules/next-service.ts'
import { formatDay, formatMonth, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { insistOnMiles } from '#client/app/ask-about-miles.ts'

const CorrectReadingDialog = lazyDialog(() => import('./correct-reading-dialog.tsx'))

interface OdometerCardProps {
  vehicleId: string
  readings: ReturnType<typeof useCall<'GET /api/vehicles/{id}/odometer'>>
}

const shownAtFirst = 5

export function OdometerCard({ vehicleId, readings }: OdometerCardProps) {
  const [all, setAll] = useState(false)
  const [corrected, setCorrected] = useState<{ date: string; miles: number } | null>(null)
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
                        {t('Noted by your technician')}
                      </span>
                    )}
                  </span>
                  <span className="flex flex-none items-center gap-1 font-medium tabular-nums">
                    {t('{miles} mi', { miles: formatNumber(miles) })}
                    <IconButton
                      icon={<Pencil />}
                      label={t('Correct the reading of {day}', {
                        day: formatDay(date, { year: true }),
                      })}
                      className="-my-2 text-soft"
                      onClick={() => setCorrected({ date, miles })}
                    />
                  </span>
                </li>
              ))}
            </ul>
            {data.length > shownAtFirst && !all && (
              <SmallButton className="mb-5" onClick={() => setAll(true)}>
                {t('Show all {count} readings', { count: data.length })}
              </SmallButton>
            )}
          </>
        )}
      </List>
      <NextReading vehicleId={vehicleId} />
      {corrected && (
        <CorrectReadingDialog
          vehicleId={vehicleId}
          reading={corrected}
          onClose={() => setCorrected(null)}
        />
      )}
    </Card>
  )
}

function NextReading({ vehicleId }: { vehicleId: string }) {
  const { today } = useBusiness()
  return (
    <PageForm
      call="POST /api/vehicles/{id}/odometer"
      input={(body) => ({ params: { id: vehicleId }, body })}
      schema={OdometerForm}
      defaultValues={{ date: today }}
      insist={(error, typed) => insistOnMiles(error, typed.miles, typed)}
      startOver
      className="grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_1fr_auto]"
      successToast={({ miles }) => ({
        title: t('Odometer reading saved'),
        description: t('{miles} mi', { miles: formatNumber(miles) }),
      })}
    >
      {({ NumberField, DateField }) => (
        <>
          <NumberField
            name="miles"
            label={t('Odometer')}
            placeholder="45,200"
            after={<span className="text-sm">{t('mi')}</span>}
          />
          <DateField name="date" label={t('Date of reading')} max={today} />
          <SubmitButton variant="secondary" className="sm:mt-7.5 sm:self-start">
            {t('Add reading')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}

const width = 640
const height = 120
const edge = 8

/** Chart of three or more readings, newest first; the list beside it has the same data. */
function OdometerLine({ readings }: { readings: readonly OdometerReading[] }) {
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
  const words = {
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
        aria-label={t('From {from} mi in {since} to {to} mi in {until}', words)}
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
          {words.since} · {t('{miles} mi', { miles: words.from })}
        </span>
        <span className="text-right">
          {words.until} · {t('{miles} mi', { miles: words.to })}
        </span>
      </figcaption>
    </figure>
  )
}
