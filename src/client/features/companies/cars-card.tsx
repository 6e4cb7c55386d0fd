import { Car } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { SearchBox } from '#client/app/list/search-box.tsx'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { type Sort, sortRows } from '#client/ui/table-sort.tsx'
import { Table } from '#client/ui/table.tsx'
import { type CompanyCar, CompanyCarChange, CompanyCarForm } from '#shared/contract/companies.ts'
import { formatDay, formatNumber, formatVisit } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { mostCarsAtOnce } from '#shared/rules/companies.ts'
import { holdsWords } from '#shared/rules/fold-text.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import type { BookableCompany } from './book-dialog.tsx'

const BookDialog = lazyDialog(() => import('./book-dialog.tsx'))
const MoveCarDialog = lazyDialog(() => import('./move-car-dialog.tsx'))
const ImportDialog = lazyDialog(() => import('./import-cars-dialog.tsx'))

/** When a car's next service is due, or booked. */
function Due({ dueOn, isDue, next }: CompanyCar) {
  if (next)
    return (
      <>
        <Badge color="blue">{t('Booked')}</Badge>
        <span className="block text-soft">{formatVisit(next.date, next.time)}</span>
      </>
    )
  if (isDue) return <Badge color="amber">{t('Due')}</Badge>
  return dueOn ? formatDay(dueOn, { year: true }) : t('unknown')
}

/** What its last inspection found. */
const foundWords = ({ found: { needsWork, toWatch } }: CompanyCar) =>
  [
    needsWork > 0 &&
      plural(needsWork, { one: '{count} thing needs work', other: '{count} things need work' }),
    toWatch > 0 &&
      plural(toWatch, { one: '{count} to keep an eye on', other: '{count} to keep an eye on' }),
  ]
    .filter(Boolean)
    .join(', ')

type Driver = { userId: string; name: string }

interface CarsCardProps {
  company: BookableCompany
  /** The people who can drive a car; undefined for drivers, who cannot change cars. */
  drivers?: readonly Driver[]
  /** Only the office moves cars to other companies. */
  byOffice?: boolean
  /** Why nothing can be booked now. */
  notBooked?: string | false
  /** Shows a car's plan; undefined where plans are not used, or not by this person. */
  onPlan?: ((car: CompanyCar) => void) | false
}

type Open =
  | { dialog: 'add' | 'import' }
  | { dialog: 'change' | 'move' | 'remove'; car: CompanyCar }
  | { dialog: 'book'; ids: string[] }

/** A company's cars: which are due, who drives them, and booking them. */
export function CarsCard({ company, drivers, byOffice, notBooked, onPlan }: CarsCardProps) {
  const { id: companyId } = company
  const cars = useCall('GET /api/companies/{id}/cars', { params: { id: companyId } })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const columns: Column<CompanyCar>[] = [
    {
      key: 'unit',
      header: t('Unit'),
      main: true,
      sortBy: ({ unitNumber }) => unitNumber,
      cell: (car) => car.unitNumber || vehicleName(car),
    },
    {
      key: 'car',
      header: t('Car'),
      sortBy: vehicleName,
      cell: (car) => (
        <>
          {vehicleName(car)}
          <span className="block text-soft">{car.licensePlate || car.vin}</span>
        </>
      ),
    },
    {
      key: 'driver',
      header: t('Driver'),
      short: true,
      sortBy: ({ driver }) => driver?.name,
      cell: ({ driver }) => driver?.name ?? t('none'),
    },
    {
      key: 'last',
      header: t('Last service'),
      short: true,
      sortBy: ({ lastServiceDate }) => lastServiceDate,
      cell: ({ lastServiceDate, miles }) => (
        <>
          {lastServiceDate ? formatDay(lastServiceDate, { year: true }) : t('unknown')}
          {miles !== null && (
            <span className="block text-soft">
              {t('{miles} mi', { miles: formatNumber(miles) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'due',
      header: t('Due'),
      short: true,
      sortBy: ({ dueOn }) => dueOn,
      cell: (car) => (
        <>
          <Due {...car} />
          <span className="block text-soft empty:hidden">{foundWords(car)}</span>
        </>
      ),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (car) => (
        <span className="flex justify-end gap-2">
          <SmallButton
            disabledReason={notBooked || (car.next ? t('It has a visit ahead.') : false)}
            aria-label={t('Book {car}', { car: car.unitNumber || vehicleName(car) })}
            onClick={() => setOpen({ dialog: 'book', ids: [car.id] })}
          >
            {t('Book')}
          </SmallButton>
          {drivers && (
            <Menu
              items={[
                {
                  label: t('Unit number and driver'),
                  onSelect: () => setOpen({ dialog: 'change', car }),
                },
                ...(onPlan ? [{ label: t('Regular service'), onSelect: () => onPlan(car) }] : []),
                ...(byOffice
                  ? [
                      {
                        label: t('Move to another company'),
                        disabledReason: car.next && t('It has a visit ahead.'),
                        onSelect: () => setOpen({ dialog: 'move', car }),
                      },
                    ]
                  : []),
                {
                  label: t('Remove'),
                  disabledReason: car.next ? t('It has a visit ahead.') : false,
                  onSelect: () => setOpen({ dialog: 'remove', car }),
                },
              ]}
              trigger={(props) => (
                <SmallButton
                  {...props}
                  aria-label={t('More for {car}', { car: car.unitNumber || vehicleName(car) })}
                >
                  {t('More')}
                </SmallButton>
              )}
            />
          )}
        </span>
      ),
    },
  ]
  const dueUnits = (all: readonly CompanyCar[]) => all.filter((car) => car.isDue && !car.next)
  return (
    <Card
      flush
      title={t('Cars')}
      action={
        <span className="flex flex-wrap gap-2">
          {cars.data && dueUnits(cars.data).length > 0 && (
            <SmallButton
              disabledReason={notBooked}
              onClick={() =>
                setOpen({
                  dialog: 'book',
                  ids: dueUnits(cars.data ?? [])
                    .slice(0, mostCarsAtOnce)
                    .map(({ id }) => id),
                })
              }
            >
              {t('Book all that are due')}
            </SmallButton>
          )}
          {cars.data && cars.data.length > 1 && (
            <SmallButton
              disabledReason={notBooked}
              onClick={() => setOpen({ dialog: 'book', ids: [] })}
            >
              {t('Book several cars')}
            </SmallButton>
          )}
          {drivers && (
            <>
              <SmallButton onClick={() => setOpen({ dialog: 'import' })}>
                {t('Import a list')}
              </SmallButton>
              <SmallButton onClick={() => setOpen({ dialog: 'add' })}>{t('Add a car')}</SmallButton>
            </>
          )}
        </span>
      }
    >
      <Loaded
        parts={[cars]}
        loading={<Skeleton className="h-48 w-full" />}
        failed={t('The cars could not be loaded')}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<Car />}
              title={t('No cars yet')}
              text={
                drivers
                  ? t('Add the company’s cars with their unit numbers.')
                  : t('No car has you as its driver. Please ask a manager of your company.')
              }
              action={
                drivers && (
                  <Button variant="primary" onClick={() => setOpen({ dialog: 'add' })}>
                    {t('Add a car')}
                  </Button>
                )
              }
            />
          ) : (
            <CarTable
              columns={drivers ? columns : columns.filter(({ key }) => key !== 'driver')}
              all={all}
            />
          )
        }
      </Loaded>
      {open?.dialog === 'add' && drivers && (
        <AddCarDialog companyId={companyId} drivers={drivers} onClose={close} />
      )}
      {open?.dialog === 'import' && <ImportDialog companyId={companyId} onClose={close} />}
      {open?.dialog === 'change' && drivers && (
        <ChangeCarDialog companyId={companyId} drivers={drivers} car={open.car} onClose={close} />
      )}
      {open?.dialog === 'move' && (
        <MoveCarDialog companyId={companyId} car={open.car} onClose={close} />
      )}
      {open?.dialog === 'remove' && (
        <ConfirmCall
          call="DELETE /api/companies/{id}/cars/{vehicleId}"
          input={{ params: { id: companyId, vehicleId: open.car.id } }}
          onClose={close}
          danger
          title={t('Remove {car}?', { car: open.car.unitNumber || vehicleName(open.car) })}
          description={t('Its visits and their costs stay.')}
          confirmLabel={t('Remove')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Car removed') }}
          failureToast={t('The car was not removed')}
        />
      )}
      {open?.dialog === 'book' && (
        <BookDialog company={company} vehicleIds={open.ids} onClose={close} />
      )}
    </Card>
  )
}

/** Cars shown at first; fleets have up to thousands. */
const fewCars = 30

const textOf = (car: CompanyCar) =>
  [car.unitNumber, vehicleName(car), car.licensePlate, car.vin, car.driver?.name].join(' ')

function CarTable({ all, columns }: { all: readonly CompanyCar[]; columns: Column<CompanyCar>[] }) {
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(fewCars)
  const [sort, setSort] = useState<Sort>()
  const box = useRef<HTMLInputElement>(null)
  const found = search ? all.filter((car) => holdsWords(textOf(car), search)) : all
  const clear = () => {
    setSearch('')
    box.current?.focus()
  }
  return (
    <>
      {all.length > fewCars && (
        <div className="px-4 pb-3 md:px-5">
          <SearchBox
            ref={box}
            label={t('Search unit, car, plate or driver')}
            value={search}
            onSearch={setSearch}
            onClear={clear}
          />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState title={t('No matches for “{search}”', { search })} />
      ) : (
        <Table
          caption={t('Cars')}
          columns={columns}
          rows={sortRows(found, columns, sort).slice(0, most)}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={setSort}
        />
      )}
      {found.length > most && (
        <div className="p-4">
          <Button wide onClick={() => setMost(most + 100)}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  )
}

const driverOptions = (drivers: readonly Driver[]) => [
  { value: '', label: t('No driver') },
  ...drivers.map(({ userId, name }) => ({ value: userId, label: name })),
]

interface CarDialogProps {
  companyId: string
  drivers: readonly Driver[]
  onClose: () => void
}

function AddCarDialog({ companyId, drivers, onClose }: CarDialogProps) {
  return (
    <DialogForm
      call="POST /api/companies/{id}/cars"
      input={(body) => ({ params: { id: companyId }, body })}
      schema={CompanyCarForm}
      defaultValues={{ unitNumber: '', licensePlate: '', driverId: null }}
      onClose={onClose}
      title={t('Add a car')}
      submitLabel={t('Add')}
      failureTitle={t('The car was not added')}
      successToast={{ title: t('Car added') }}
    >
      {({ TextField, SelectField }) => (
        <>
          <TextField name="unitNumber" label={t('Unit number')} optional autoFocus />
          <div className="grid grid-cols-2 gap-3">
            <TextField name="year" label={t('Year')} inputMode="numeric" />
            <TextField name="make" label={t('Make')} />
          </div>
          <TextField name="model" label={t('Model')} />
          <TextField name="licensePlate" label={t('License plate')} optional />
          <TextField name="vin" label={t('VIN')} />
          <SelectField name="driverId" label={t('Driver')} options={driverOptions(drivers)} />
        </>
      )}
    </DialogForm>
  )
}

function ChangeCarDialog({
  companyId,
  drivers,
  car,
  onClose,
}: CarDialogProps & { car: CompanyCar }) {
  return (
    <DialogForm
      call="PATCH /api/companies/{id}/cars/{vehicleId}"
      input={(body) => ({ params: { id: companyId, vehicleId: car.id }, body })}
      schema={CompanyCarChange}
      defaultValues={{ unitNumber: car.unitNumber, driverId: car.driver?.userId ?? null }}
      onClose={onClose}
      title={vehicleName(car)}
      submitLabel={t('Save')}
      failureTitle={t('The car was not changed')}
      successToast={{ title: t('Car saved') }}
    >
      {({ TextField, SelectField }) => (
        <>
          <TextField name="unitNumber" label={t('Unit number')} optional autoFocus />
          <SelectField name="driverId" label={t('Driver')} options={driverOptions(drivers)} />
        </>
      )}
    </DialogForm>
  )
}
