import { X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { personName } from '#client/app/person-name.ts'
import { IconButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { DayOff, Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'
import { EditableCard } from './editable-card.tsx'
import { describeDaysOff, WeekHours } from './week-hours.tsx'

const DaysOffDialog = lazyDialog(() => import('./days-off-dialog.tsx'))

export function DaysOffCard({ technician }: { technician: Technician }) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<DayOff | null>(null)
  const { id, daysOff, status } = technician
  const name = personName(technician)
  const isGone = status === 'deactivated'
  return (
    <Card
      title={t('Days off')}
      action={
        !isGone && (
          <QuietButton aria-label={t('Add days off')} onClick={() => setAdding(true)}>
            {t('Add')}
          </QuietButton>
        )
      }
    >
      {daysOff.length === 0 ? (
        <p className="text-soft">{t('None upcoming')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {daysOff.map((one) => (
            <li key={one.id} className="flex items-center justify-between gap-3 py-1.5 first:pt-0">
              <span className="min-w-0">
                <span className="block font-medium">{describeDaysOff(one)}</span>
                {one.reason && (
                  <span className="block text-sm wrap-anywhere text-soft">{one.reason}</span>
                )}
              </span>
              {!isGone && (
                <IconButton
                  size="small"
                  icon={<X />}
                  label={t('Remove {days}', { days: describeDaysOff(one) })}
                  onClick={() => setRemoving(one)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && <DaysOffDialog technician={technician} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmCall
          call="DELETE /api/admin/technicians/{id}/days-off/{dayOffId}"
          input={{ params: { id, dayOffId: removing.id } }}
          onClose={() => setRemoving(null)}
          title={t('Remove days off for {name}?', { name })}
          description={t(
            '{days} count as working days again. Reassigned visits stay with their new technicians.',
            { days: describeDaysOff(removing) },
          )}
          confirmLabel={t('Remove')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Days off removed'), description: describeDaysOff(removing) }}
          failureToast={t('The days off were not removed')}
        />
      )}
    </Card>
  )
}

const HoursDialog = lazyDialog(() => import('./hours-dialog.tsx'))

export function HoursCard({ technician }: { technician: Technician }) {
  return (
    <EditableCard
      technician={technician}
      title={t('Working hours')}
      editLabel={t('Edit working hours')}
      dialog={HoursDialog}
    >
      <WeekHours hours={technician.workingHours} />
    </EditableCard>
  )
}
