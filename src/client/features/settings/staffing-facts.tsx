import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { plural, t } from '#shared/texts/t.ts'

const StaffingDialog = lazyDialog(() => import('./staffing-dialog.tsx'))

export function StaffingFacts() {
  const settings = useCall('GET /api/admin/settings')
  const [changing, setChanging] = useState(false)
  if (!settings.data) return null
  const { slotCapacityMode, slotCapacity, autoAssign } = settings.data
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p>
        {slotCapacityMode === 'technicians'
          ? t('Each time has room for one visit per technician at work.')
          : plural(slotCapacity, {
              one: 'Each time has room for {count} visit.',
              other: 'Each time has room for {count} visits.',
            })}{' '}
        <span className="text-soft">
          {autoAssign
            ? t('Technicians are assigned automatically.')
            : t('You assign the technicians.')}
        </span>
      </p>
      <QuietButton aria-label={t('Edit visits at a time')} onClick={() => setChanging(true)}>
        {t('Edit')}
      </QuietButton>
      {changing && <StaffingDialog settings={settings.data} onClose={() => setChanging(false)} />}
    </div>
  )
}
