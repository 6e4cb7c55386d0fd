import { Trash2 } from 'lucide-react'
import { paths } from '#client/app/paths.ts'
import { Card } from '#client/ui/card.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PlateChip } from '#client/ui/plate-chip.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function VehicleCard({ vehicle, onDelete }: { vehicle: Vehicle; onDelete: () => void }) {
  const name = vehicleName(vehicle)
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-lg">{name}</h3>
          <div className="mt-1.5">
            <PlateChip label={t('License plate')}>{vehicle.licensePlate}</PlateChip>
          </div>
        </div>
        <IconButton
          icon={<Trash2 />}
          label={t('Delete {vehicle}', { vehicle: name })}
          onClick={onDelete}
          className="-mt-1.5 -mr-2 text-soft"
        />
      </div>
      <p className="mt-3 text-sm text-soft">
        <OilLine vehicle={vehicle} />
        <br />
        {vehicle.lastServiceDate
          ? t('Last service {day}', { day: formatDay(vehicle.lastServiceDate, { year: true }) })
          : t('No service with us yet')}
      </p>
      <div className="mt-4">
        <LinkButton
          wide
          href={paths.bookVehicle(vehicle.id)}
          aria-label={t('Book Service for {vehicle}', { vehicle: name })}
        >
          {t('Book Service')}
        </LinkButton>
      </div>
    </Card>
  )
}

function OilLine({ vehicle }: { vehicle: Vehicle }) {
  if (!vehicle.oilType) return t('Oil to be confirmed by your technician')
  const oil = oilTypeLabel(vehicle.oilType)
  if (vehicle.oilCapacity === null) return oil
  const exact = vehicle.confidence === 'high'
  return exact
    ? t('{oil}, {quarts} qt', { oil, quarts: vehicle.oilCapacity })
    : t('{oil}, about {quarts} qt', { oil, quarts: vehicle.oilCapacity })
}
