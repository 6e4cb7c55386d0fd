import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { List } from '#client/app/list/list.tsx'
import type { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { OdometerForm } from '#shared/contract/vehicles.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { OdometerLine } from './odometer-line.tsx'

const CorrectReadingDialog = lazyDialog(() => import('./correct-reading-dialog.tsx'))

interface OdometerCardProps {
  vehicleId: string
  readings: ReturnType<typeof useCall<'GET /api/vehicles/{id}/odometer'>>
}

const shownAtFirst = 5

/** What the odometer showed and when, and a form for the next reading. */
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
                        {t('Read by your technician')}
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
              <Button size="small" className="mb-5" onClick={() => setAll(true)}>
                {t('Show all {count} readings', { count: data.length })}
              </Button>
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

/** Asks what the odometer shows. */
function NextReading({ vehicleId }: { vehicleId: string }) {
  const { today } = useBusiness()
  return (
    <PageForm
      call="POST /api/vehicles/{id}/odometer"
      input={(body) => ({ params: { id: vehicleId }, body })}
      schema={OdometerForm}
      defaultValues={{ date: today }}
      startAnew
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
