import { PlateChip } from '#client/brand/plate-chip.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, Facts } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface CarCardProps {
  job: Job
  /** Undefined once the visit can't change. */
  onChange: (() => void) | undefined
}

export function CarCard({ job, onChange }: CarCardProps) {
  const { vehicle } = job
  return (
    <Card
      title={t('Car')}
      aria-label={t('Car')}
      action={
        onChange && (
          <Button size="small" variant="quiet" aria-label={t('Change the car')} onClick={onChange}>
            {t('Change')}
          </Button>
        )
      }
    >
      <p className="mb-3 flex flex-wrap items-center justify-between gap-2 font-medium">
        {vehicleName(vehicle)}
        {vehicle.licensePlate && (
          <PlateChip label={t('License plate')}>{vehicle.licensePlate}</PlateChip>
        )}
      </p>
      <Facts
        items={[
          { label: t('Engine'), value: vehicle.engine },
          { label: t('Oil'), value: translate(oilTypeLabel(job.oilType)) },
          {
            label: t('Oil amount'),
            value:
              vehicle.oilCapacity === null
                ? t('Unknown, check the dipstick')
                : t('{quarts} qt', { quarts: formatNumber(vehicle.oilCapacity) }),
          },
        ]}
      />
    </Card>
  )
}
