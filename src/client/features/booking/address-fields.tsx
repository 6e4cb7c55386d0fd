import { Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { t } from '#shared/texts/t.ts'
import { knownAddressAt } from './known-addresses.ts'
import { TypedAddressFields } from './typed-address-fields.tsx'
import { keptCity, draftAddressFrom } from './use-address.ts'
import type { Booking } from './use-booking.ts'

/** Asks for the address, access notes, and notes for the technician. */
export default function AddressFields({ booking }: { booking: Booking }) {
  const { accessNotes, notes, poNumber, byOffice } = booking
  const { uses } = useBusiness()
  const [noting, setNoting] = useState(notes !== '' || byOffice)
  const line = (name: 'accessNotes' | 'notes', props: ComponentProps<'textarea'>) => (
    <TextArea
      {...props}
      name={name}
      rows={1}
      onChange={(event) => booking.set({ [name]: event.target.value })}
      className="min-h-11! resize-none"
    />
  )
  return (
    <>
      <fieldset className="min-w-0">
        <legend className={questionStyle}>{t('Where is the car?')}</legend>
        <EarlierAddresses booking={booking} />
        <TypedAddressFields booking={booking} />
      </fieldset>
      <Field
        label={t('How do we get to the car?')}
        hint={t('Gate code, where the car is parked, where to find the key.')}
        error={booking.problem('accessNotes')}
        optional
        className="mt-7"
      >
        {line('accessNotes', { value: accessNotes, maxLength: 500 })}
      </Field>
      {byOffice && uses.companies && (
        <Field
          label={t('PO number')}
          hint={t('Some companies require one.')}
          error={booking.problem('poNumber')}
          optional
          className="mt-7"
        >
          <TextInput
            name="poNumber"
            value={poNumber}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => booking.set({ poNumber: event.target.value })}
          />
        </Field>
      )}
      {noting ? (
        <Field
          label={byOffice ? t('Admin Notes') : t('Anything the technician should know?')}
          hint={byOffice && t('The technician reads them.')}
          error={booking.problem('customerNotes')}
          optional
          className="mt-7"
        >
          {line('notes', { value: notes, maxLength: 1000 })}
        </Field>
      ) : (
        <Button
          variant="quiet"
          icon={<Plus />}
          className="-ml-4 mt-2"
          onClick={() => setNoting(true)}
        >
          {t('Add a note for the technician')}
        </Button>
      )}
    </>
  )
}

/** Saved places and earlier addresses to choose with one tap; hidden when the only one is already filled in. */
function EarlierAddresses({ booking }: { booking: Booking }) {
  const { remembered, address } = booking
  const chosen = knownAddressAt(remembered, address.line)
  if (remembered.length === 0 || (remembered.length === 1 && chosen)) return null
  return (
    <div
      role="group"
      aria-label={t('Earlier addresses')}
      className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-1 sm:px-1"
    >
      {remembered.map((one) => (
        <button
          key={one.address}
          type="button"
          aria-pressed={one === chosen}
          title={one.address}
          onClick={() => {
            const place = draftAddressFrom(one.address)
            const { zip, city, state } = place
            booking.set({
              place,
              keptCity: keptCity({ zip, city: city ?? '', state: state ?? '' }),
              accessNotes: one.accessNotes,
            })
          }}
          className="min-h-11 max-w-64 flex-none truncate rounded-control border border-line bg-card px-3 text-sm hover:border-edge aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
        >
          {one.name && <span className="mr-1.5 font-semibold">{one.name}</span>}
          {one.address}
        </button>
      ))}
    </div>
  )
}
