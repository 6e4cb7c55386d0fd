import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { CompanyBooking, CompanyBookingForm, CompanyCar } from '#shared/contract/companies.ts'
import { address, localDate, optionalText } from '#shared/contract/fields.ts'
import type { Place } from '#shared/contract/places.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { unitNumbersIn } from '#shared/rules/companies.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { plural, t, text } from '#shared/texts/t.ts'

/** What bookings of a company need to know of it. */
export type BookableCompany = {
  id: string
  poRequired: boolean
  packages: readonly { id: string; name: string }[]
  yards: readonly Place[]
}

const Form = z
  .object({
    ids: z.array(z.string()),
    units: optionalText(2000),
    yardId: z.optional(z.string()),
    serviceAddress: z.optional(address),
    accessNotes: optionalText(500),
    from: localDate(text('Please select a date')),
    to: localDate(text('Please select a date')),
    servicePackageId: z.optional(z.string()),
    poNumber: optionalText(40),
  })
  .check(
    z.refine(({ from, to }) => from <= to, {
      message: text('The last day is before the first one.'),
      path: ['to'],
    }),
    z.refine(({ ids, units }) => ids.length > 0 || unitNumbersIn(units ?? '').length > 0, {
      message: text('Please choose at least one car'),
      path: ['units'],
    }),
    z.refine(({ yardId, serviceAddress }) => Boolean(yardId || serviceAddress), {
      message: text('Please enter service address'),
      path: ['serviceAddress'],
    }),
  )
type Typed = z.input<typeof Form>

interface BookDialogProps {
  company: BookableCompany
  vehicleIds: readonly string[]
  onClose: () => void
}

/** Asks for cars, place and days, then shows which cars fit when, and books them. */
export default function BookDialog({ company, vehicleIds, onClose }: BookDialogProps) {
  const { today } = useBusiness()
  const [typed, setTyped] = useState<Typed>(() => ({
    ids: [...vehicleIds],
    units: '',
    yardId: company.yards[0]?.id ?? '',
    from: addDays(today, 1),
    to: addDays(today, 7),
  }))
  const [plan, setPlan] = useState<{ body: CompanyBookingForm; found: CompanyBooking } | null>(null)
  const isReported = useRef(false)
  const cars = useCall('GET /api/companies/{id}/cars', { params: { id: company.id } })
  if (plan)
    return (
      <PlanDialog
        {...plan}
        companyId={company.id}
        onBack={() => {
          isReported.current = false
          setPlan(null)
        }}
        onDone={onClose}
      />
    )
  const look = async (values: z.output<typeof Form>) => {
    const body = bodyOf(values, company.yards)
    const params = { id: company.id }
    const found = await api('POST /api/companies/{id}/bookings', {
      params,
      body: { ...body, dryRun: true },
    })
    isReported.current = true
    setTyped(values)
    setPlan({ body, found })
    return found
  }
  return (
    <DialogForm
      send={look}
      schema={Form}
      defaultValues={typed}
      guarded={false}
      onClose={() => isReported.current || onClose()}
      title={t('Book cars')}
      description={t('We look for the first times at which a technician can be there.')}
      submitLabel={t('Look for times')}
      failureTitle={t('No times were found')}
    >
      {({ TextField, TextAreaField, SelectField, DateField, ControlField }, { yardId }) => (
        <>
          <ControlField name="ids">
            {({ value, onChange }) => (
              <CarChoice cars={cars.data ?? []} chosen={value} onChange={onChange} />
            )}
          </ControlField>
          {(cars.data?.length ?? 0) > 8 && (
            <TextAreaField
              name="units"
              label={t('Or paste unit numbers')}
              hint={t('One a line, or with commas between them.')}
              rows={2}
            />
          )}
          {company.yards.length > 0 && (
            <SelectField
              name="yardId"
              label={t('Where')}
              optional={false}
              options={[
                ...company.yards.map(({ id, name, address: line }) => ({
                  value: id,
                  label: `${name}, ${line}`,
                })),
                { value: '', label: t('Another address') },
              ]}
            />
          )}
          {!yardId && (
            <>
              <TextField
                name="serviceAddress"
                label={t('Address')}
                optional={false}
                hint={t('Street with number, city, state and ZIP code.')}
              />
              <TextField name="accessNotes" label={t('How do we get to the car?')} />
            </>
          )}
          <div className="grid grid-cols-2 gap-3">
            <DateField name="from" label={t('From')} />
            <DateField name="to" label={t('To')} />
          </div>
          <SelectField
            name="servicePackageId"
            label={t('Package')}
            options={[
              { value: '', label: t('The fitting one for each car') },
              ...company.packages.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField name="poNumber" label={t('PO number')} optional={!company.poRequired} />
        </>
      )}
    </DialogForm>
  )
}

function bodyOf(
  { ids, units, yardId, ...rest }: z.output<typeof Form>,
  yards: readonly Place[],
): CompanyBookingForm {
  const yard = yards.find(({ id }) => id === yardId)
  const { from, to, servicePackageId, poNumber } = rest
  return {
    vehicleIds: ids,
    units: unitNumbersIn(units ?? ''),
    serviceAddress: yard?.address ?? rest.serviceAddress ?? '',
    accessNotes: yard ? yard.accessNotes : rest.accessNotes,
    from,
    to,
    ...(servicePackageId && { servicePackageId }),
    ...(poNumber && { poNumber }),
  }
}

interface CarChoiceProps {
  cars: readonly CompanyCar[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

const mostListed = 100

function CarChoice({ cars, chosen, onChange }: CarChoiceProps) {
  const bookable = cars.filter(({ next }) => !next)
  // The others by their unit numbers, in the field below.
  const listed = bookable.filter(({ id }, n) => n < mostListed || chosen.includes(id))
  return (
    <fieldset>
      <legend className="font-medium">{t('Cars')}</legend>
      <div className="mt-1 max-h-44 overflow-y-auto rounded-control border border-line px-3 py-1">
        {bookable.length === 0 && (
          <p className="py-2 text-soft">{t('Every car has a visit ahead.')}</p>
        )}
        {listed.map((car) => (
          <Checkbox
            key={car.id}
            label={[car.unitNumber, vehicleName(car)].filter(Boolean).join(' · ')}
            checked={chosen.includes(car.id)}
            onChange={({ target: { checked } }) =>
              onChange(checked ? [...chosen, car.id] : chosen.filter((id) => id !== car.id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

interface PlanDialogProps {
  companyId: string
  body: CompanyBookingForm
  found: CompanyBooking
  onBack: () => void
  onDone: () => void
}

function PlanDialog({ companyId, body, found, onBack, onDone }: PlanDialogProps) {
  const { placed, left } = found
  return (
    <ConfirmCall
      call="POST /api/companies/{id}/bookings"
      input={{ params: { id: companyId }, body: { ...body, whatFits: left.length > 0 } }}
      onDone={onDone}
      onClose={onBack}
      title={
        placed.length === 0
          ? t('No car fits')
          : left.length === 0
            ? t('All cars fit')
            : t('Not all cars fit')
      }
      description={
        placed.length === 0
          ? t('Please choose other days or another place.')
          : t('Nothing is booked until you confirm.')
      }
      confirmLabel={plural(placed.length, { one: 'Book {count} car', other: 'Book {count} cars' })}
      cancelLabel={t('Back')}
      disabledReason={placed.length === 0 && t('No car fits.')}
      successToast={(booked) => ({
        title: plural(booked.placed.length, {
          one: '{count} car booked',
          other: '{count} cars booked',
        }),
      })}
      failureToast={t('Nothing was booked')}
    >
      <ul className="space-y-1">
        {placed.map((one) => (
          <li key={one.vehicleId} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{one.unitNumber || one.vehicle}</span>
            <span className="text-right">{formatVisit(one.date, one.time)}</span>
          </li>
        ))}
        {left.map(({ unit, reason }) => (
          <li key={unit} className="flex justify-between gap-4 text-amber">
            <span className="min-w-0 wrap-anywhere">{unit}</span>
            <span className="text-right">{reason}</span>
          </li>
        ))}
      </ul>
    </ConfirmCall>
  )
}
