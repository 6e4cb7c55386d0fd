import type { ListColumn } from '#client/app/list/list-table.tsx'
import { useBusiness } from '#client/app/session.ts'
import { PlateChip } from '#client/brand/plate-chip.tsx'
import { Button, TextLink, SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import type { DeletedVehicle } from '#shared/contract/recovery.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatInstant, formatInstantDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface Actions {
  timeZone: string
  onRecover: (vehicle: DeletedVehicle) => void
  onDetails: (vehicle: DeletedVehicle) => void
}

export function deletedVehicleColumns({
  timeZone,
  onRecover,
  onDetails,
}: Actions): ListColumn<'GET /api/admin/deleted-vehicles'>[] {
  return [
    {
      key: 'vehicle',
      header: t('Car'),
      main: true,
      sortBy: ({ make, model, year }) => `${make} ${model} ${year}`,
      cell: (car) => <span className="font-medium wrap-anywhere">{vehicleName(car)}</span>,
    },
    {
      key: 'plate',
      header: t('License plate'),
      cell: ({ licensePlate }) =>
        licensePlate && <PlateChip label={t('License plate')}>{licensePlate}</PlateChip>,
    },
    {
      key: 'customer',
      header: t('Customer'),
      sortBy: ({ customer }) => customer.name,
      cell: ({ customer }) => (
        <TextLink href={officePaths.customer(customer.id)} className="wrap-anywhere">
          {nameOf(customer)}
        </TextLink>
      ),
    },
    { key: 'jobs', header: t('Visits'), align: 'end', cell: ({ jobCount }) => jobCount },
    {
      key: 'deleted',
      header: t('Deleted'),
      className: 'md:whitespace-nowrap',
      sortBy: ({ deletedAt }) => deletedAt,
      cell: ({ deletedAt }) => formatInstant(deletedAt, timeZone),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (car) => (
        <span className="inline-flex flex-wrap gap-2">
          <SmallButton
            aria-label={t('Recover Vehicle: {vehicle}', { vehicle: vehicleName(car) })}
            onClick={() => onRecover(car)}
          >
            {t('Recover Vehicle')}
          </SmallButton>
          <QuietButton
            aria-label={t('View Details: {vehicle}', { vehicle: vehicleName(car) })}
            onClick={() => onDetails(car)}
          >
            {t('View Details')}
          </QuietButton>
        </span>
      ),
    },
  ]
}

const nameOf = ({ name, email, phone }: DeletedVehicle['customer']): string =>
  name || email || phone || t('No name yet')

interface DeletedVehicleDialogProps {
  vehicle: DeletedVehicle
  onRecover: () => void
  onClose: () => void
}

export function DeletedVehicleDialog({ vehicle, onRecover, onClose }: DeletedVehicleDialogProps) {
  const { timeZone } = useBusiness()
  const { licensePlate, vin, trim, engine, oilType, customer, createdAt, deletedAt } = vehicle
  const { jobCount, lastServiceDate } = vehicle
  return (
    <Dialog
      onClose={onClose}
      title={vehicleName(vehicle)}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="primary" onClick={onRecover}>
            {t('Recover Vehicle')}
          </Button>
        </>
      }
    >
      <Facts
        items={[
          {
            label: t('Customer'),
            value: <TextLink href={officePaths.customer(customer.id)}>{nameOf(customer)}</TextLink>,
          },
          {
            label: t('License plate'),
            value: licensePlate && <PlateChip label={t('License plate')}>{licensePlate}</PlateChip>,
          },
          { label: t('VIN'), value: vin && <PlateChip label={t('VIN')}>{vin}</PlateChip> },
          { label: t('Trim'), value: trim },
          { label: t('Engine'), value: engine },
          { label: t('Oil'), value: oilType && translate(oilTypeLabel(oilType)) },
          { label: t('Visits'), value: jobCount },
          {
            label: t('Last service'),
            value: lastServiceDate && formatDay(lastServiceDate, { year: true }),
          },
          { label: t('Added'), value: formatInstantDay(createdAt, timeZone) },
          { label: t('Deleted'), value: formatInstant(deletedAt, timeZone) },
        ]}
      />
    </Dialog>
  )
}
