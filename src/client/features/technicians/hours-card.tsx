import { Fragment, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { describeServiceDays } from '#shared/rules/service-days.ts'
import { t } from '#shared/texts/t.ts'
import { dayNames, describeDay } from './describe-hours.ts'

const OutsideDialog = lazyDialog(() => import('./outside-dialog.tsx'))
const HoursDialog = lazyDialog(() => import('./hours-dialog.tsx'))

/** On which days and at what times they work. */
export function HoursCard({ technician }: { technician: Technician }) {
  const { serviceDays } = useBusiness()
  const [editing, setEditing] = useState(false)
  const [outside, setOutside] = useState<readonly Job[]>([])
  const { workingHours, status } = technician
  return (
    <Card
      title={t('Working hours')}
      action={
        status !== 'deactivated' && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('Edit working hours')}
            onClick={() => setEditing(true)}
          >
            {t('Edit')}
          </Button>
        )
      }
    >
      {workingHours ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
          {dayNames().map((name, day) => (
            <Fragment key={name}>
              <dt className="text-soft">{name}</dt>
              <dd className="text-right font-medium">{describeDay(workingHours[day] ?? null)}</dd>
            </Fragment>
          ))}
        </dl>
      ) : (
        <p>
          {t('Whenever the business works: {days}.', { days: describeServiceDays(serviceDays) })}
        </p>
      )}
      {editing && (
        <HoursDialog
          technician={technician}
          onOutside={setOutside}
          onClose={() => setEditing(false)}
        />
      )}
      {outside.length > 0 && (
        <OutsideDialog technician={technician} jobs={outside} onClose={() => setOutside([])} />
      )}
    </Card>
  )
}
