import { Pencil, Trash2 } from 'lucide-react'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { PlateChip } from '#client/brand/plate-chip.tsx'
import { Card } from '#client/ui/card.tsx'
import { IconButton, QuietButton, TextLink } from '#client/ui/button.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface CarsCardProps {
  customerId: string
  onEdit: (car: Vehicle) => void
  onDelete: (car: Vehicle) => void
  onWait: (car: Vehicle) => void
}

export function CarsCard({ customerId, onEdit, onDelete, onWait }: CarsCardProps) {
  const { uses } = useBusiness()
  const cars = useCall('GET /api/vehicles', { query: { customerId } })
  return (
    <Card
      title={t('Cars')}
      action={
        <TextLink href={officePaths.vehicleRecovery} className="text-sm">
          {t('Deleted cars')}
        </TextLink>
      }
    >
      <List
        list={cars}
        failed={t('The cars could not be loaded')}
        empty={<p className="text-soft">{t('No vehicles yet')}</p>}
      >
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((car) => (
              <li key={car.id} className="py-2.5 first:pt-0 last:pb-0">
                <div className="flex items-start justify-between gap-2">
                  <p className="min-w-0 font-medium wrap-anywhere">
                    {vehicleName(car)}{' '}
                    {car.licensePlate && (
                      <PlateChip label={t('License plate')}>{car.licensePlate}</PlateChip>
                    )}
                  </p>
                  <span className="flex flex-none">
                    <IconButton
                      size="small"
                      icon={<Pencil />}
                      label={t('Edit {vehicle}', { vehicle: vehicleName(car) })}
                      onClick={() => onEdit(car)}
                    />
                    <IconButton
                      size="small"
                      icon={<Trash2 />}
                      label={t('Delete {vehicle}', { vehicle: vehicleName(car) })}
                      onClick={() => onDelete(car)}
                    />
                  </span>
                </div>
                <p className="text-sm text-soft">
                  {car.lastServiceDate
                    ? t('Last service {day}', {
                        day: formatDay(car.lastServiceDate, { year: true }),
                      })
                    : t('No service with us yet')}
                  {car.hasActiveJob && ` · ${t('A visit is booked')}`}
                </p>
                {!car.hasActiveJob && (
                  <span className="flex flex-wrap items-center gap-x-2">
                    <TextLink
                      href={officePaths.bookFor({ customerId, vehicleId: car.id })}
                      className="inline-flex min-h-11 items-center text-sm"
                    >
                      {t('Book {vehicle}', { vehicle: vehicleName(car) })}
                    </TextLink>
                    {uses.waitlist && (
                      <QuietButton
                        aria-label={t('Add to the waitlist: {vehicle}', {
                          vehicle: vehicleName(car),
                        })}
                        onClick={() => onWait(car)}
                      >
                        {t('Add to the waitlist')}
                      </QuietButton>
                    )}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}
