import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'
import { EditableCard } from './editable-card.tsx'
import { WeekHours } from './week-hours.tsx'

const HoursDialog = lazyDialog(() => import('./hours-dialog.tsx'))

/** On which days and at what times they work. */
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
