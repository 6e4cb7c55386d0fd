import { Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-input.tsx'
import { t } from '#shared/texts/t.ts'
import { EarlierAddresses } from './earlier-addresses.tsx'
import { TypedAddressFields } from './typed-address-fields.tsx'
import type { Booking } from './use-booking.ts'

/** Where the car is, how one gets to it, and what else the technician should know. */
export default function AddressFields({ booking }: { booking: Booking }) {
  const { accessNotes, notes, byOffice } = booking
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
