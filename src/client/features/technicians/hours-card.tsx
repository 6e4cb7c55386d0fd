import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'
import { WeekHours } from './week-hours.tsx'

const OutsideDialog = lazyDialog(() => import('./outside-dialog.tsx'))
const HoursDialog = lazyDialog(() => import('./hours-dialog.tsx'))

/** On which days and at what times they work. */
export function HoursCard({ technician }: { technician: Technician }) {
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
      <WeekHours hours={workingHours} />
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
