import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Anchor, IconButton, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PlateChip } from '#client/brand/plate-chip.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { noOilPhrase, oilTypeLabel } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { shownCapacity } from '#shared/rules/shown-capacity.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t, translate, wording } from '#shared/texts/t.ts'
import { serviceHint } from './describe-next-service.ts'

export function VehicleCard({ vehicle, onDelete }: { vehicle: Vehicle; onDelete: () => void }) {
  const { today } = useBusiness()
  const name = vehicleName(vehicle)
  const needsOil = !hasNoEngineOil(vehicle)
  const hint = needsOil && serviceHint(vehicle, today)
  return (
    // Aligns the buttons of adjacent cards.
    <Card className="flex flex-col *:flex *:flex-1 *:flex-col">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-lg">
            <Anchor
              href={paths.vehicle(vehicle.id)}
              className="rounded-chip underline-offset-4 hover:underline"
            >
              {name}
            </Anchor>
          </h3>
          <div className="mt-1.5">
            {vehicle.licensePlate && (
              <PlateChip label={t('License plate')}>{vehicle.licensePlate}</PlateChip>
            )}
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
      {hint && (
        <p className={clsx('mt-1 text-sm font-medium', hint.due && 'text-amber')}>{hint.words}</p>
      )}
      <div className="mt-auto flex flex-wrap gap-2.5 pt-4 *:flex-auto">
        <LinkButton
          href={paths.vehicle(vehicle.id)}
          aria-label={t('View details of {vehicle}', { vehicle: name })}
        >
          {t('View details')}
        </LinkButton>
        {needsOil && (
          <LinkButton
            href={paths.bookVehicle(vehicle.id)}
            aria-label={t('Book Service for {vehicle}', { vehicle: name })}
          >
            {t('Book Service')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

function OilLine({ vehicle }: { vehicle: Vehicle }) {
  if (hasNoEngineOil(vehicle)) return wording(noOilPhrase(vehicle))
  if (!vehicle.oilType) return t('Oil to be confirmed by your technician')
  const oil = translate(oilTypeLabel(vehicle.oilType))
  const { quarts, sure } = shownCapacity(vehicle)
  if (quarts === null) return oil
  return sure
    ? t('{oil}, {quarts} qt', { oil, quarts })
    : t('{oil}, about {quarts} qt', { oil, quarts })
}
