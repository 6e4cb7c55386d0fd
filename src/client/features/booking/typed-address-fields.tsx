import type { ChangeEvent, ComponentProps } from 'react'
import { SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Address } from '#shared/rules/address.ts'
import { addressStates } from '#shared/rules/us-states.ts'
import { t } from '#shared/texts/t.ts'
import { ServiceAreaAnswer } from './service-area-answer.tsx'
import { StreetInput } from './street-input.tsx'
import { keptCity, draftAddressFrom } from './use-address.ts'
import type { Booking } from './use-booking.ts'

const states = addressStates.map((code) => ({ value: code, label: code }))

export function TypedAddressFields({ booking }: { booking: Booking }) {
  const { address } = booking
  const { place } = address
  const change = (part: Partial<Address>) => booking.set({ place: address.changedBy(part) })
  const readWhole = (line: string) => {
    const whole = wholeAddress(line)
    if (!whole) return
    booking.set({ place: whole })
    booking.forgive()
  }
  const input = (
    part: Exclude<keyof Address, 'state'>,
    props: ComponentProps<typeof TextInput>,
  ) => (
    <TextInput
      value={place[part]}
      onChange={(event) => change({ [part]: event.target.value })}
      {...props}
    />
  )
  return (
    <div className="space-y-4">
      <Field label={t('Street address')} error={booking.problem('serviceAddress')}>
        <StreetInput
          value={place.street}
          autoComplete="address-line1"
          placeholder="123 Main St"
          maxLength={200}
          onChange={(event) => booking.set({ place: readStreet(event, address) })}
          onBlur={({ target: { value } }) => readWhole(value)}
          // Enter doesn't blur the field.
          onKeyDown={({ key, currentTarget: { value } }) => key === 'Enter' && readWhole(value)}
          onChoose={(chosen) => {
            booking.set({ place: { ...chosen, unit: place.unit }, keptCity: keptCity(chosen) })
            booking.forgive()
          }}
        />
      </Field>
      <Field label={t('Apartment, suite or unit')} optional>
        {input('unit', { autoComplete: 'address-line2', maxLength: 60 })}
      </Field>
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-4 min-[22rem]:grid-cols-[6.5rem_minmax(0,1fr)_5.5rem]">
        <Field
          label={t('ZIP code')}
          error={booking.problem('zip')}
          // The error doesn't fit a five-digit column.
          className={booking.problem('zip') ? 'col-span-full' : ''}
        >
          {input('zip', { autoComplete: 'postal-code', inputMode: 'numeric', maxLength: 20 })}
        </Field>
        <Field
          label={t('City')}
          error={booking.problem('city')}
          className={booking.problem('zip') ? 'col-span-2' : ''}
        >
          {input('city', { autoComplete: 'address-level2', maxLength: 60 })}
        </Field>
        <Field label={t('State')} error={booking.problem('state')}>
          <Select
            autoComplete="address-level1"
            value={place.state}
            options={[{ value: '', label: '' }, ...states]}
            onChange={(event) => change({ state: event.target.value })}
          />
        </Field>
      </div>
      <CityDoubt booking={booking} />
      <UncheckedZip booking={booking} />
      <p className="text-sm text-soft">
        <ServiceAreaAnswer address={address.line} typing byOffice={booking.byOffice} />
      </p>
    </div>
  )
}

/** Splits a pasted or autofilled whole address into its fields. */
function readStreet({ target: { value } }: ChangeEvent<HTMLInputElement>, address: Where) {
  const atOnce = value.length - address.place.street.length > 3
  return (atOnce && wholeAddress(value)) || address.changedBy({ street: value })
}

/** Parts of a line with street and ZIP code; five digits on their own may be a house number. */
function wholeAddress(line: string) {
  const place = draftAddressFrom(line)
  return place.street && place.zip ? place : undefined
}

type Where = Booking['address']

/** Shown after an attempt to continue. */
function UncheckedZip({ booking }: { booking: Booking }) {
  const { zipCheck, address } = booking
  return (
    <div role="status" className="empty:hidden">
      {zipCheck.isUnchecked && (
        <p
          ref={(box) => box?.scrollIntoView({ block: 'nearest' })}
          className="scroll-mb-32 rounded-control border border-amber/60 px-3 py-2.5 text-sm"
        >
          {t(
            'We could not check the ZIP code {zip} just now. If it is right and fits the city, you can go on.',
            { zip: address.place.zip },
          )}
        </p>
      )}
    </div>
  )
}

/** Asks about a city that differs from the ZIP code's; the customer may know better. */
function CityDoubt({ booking }: { booking: Booking }) {
  const { doubt } = booking.address
  return (
    <div role="status" className="empty:hidden">
      {doubt && (
        <div className="rounded-control border border-amber/60 px-3 py-2.5">
          <p className="text-sm">
            {doubt.otherState
              ? t('{zip} is {known}.', { zip: doubt.zip, known: doubt.known })
              : t("{zip} is {known}. Keep '{typed}'?", {
                  zip: doubt.zip,
                  known: doubt.known,
                  typed: doubt.typed,
                })}
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            {!doubt.otherState && (
              <SmallButton onClick={() => booking.set({ keptCity: doubt.kept })}>
                {t("Keep '{typed}'", { typed: doubt.typed })}
              </SmallButton>
            )}
            <QuietButton onClick={() => booking.set({ place: doubt.fitting })}>
              {t('Use {known}', { known: doubt.known })}
            </QuietButton>
          </p>
        </div>
      )}
    </div>
  )
}
