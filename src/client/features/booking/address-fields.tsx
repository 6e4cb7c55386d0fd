import { Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { t } from '#shared/texts/t.ts'
import { AreaAnswer } from './area-answer.tsx'
import { rememberedAt } from './remembered.ts'
import type { Booking } from './use-booking.ts'

/** Where the car is, how one gets to it, and what else the technician should know. */
export default function AddressFields({ booking }: { booking: Booking }) {
  const { serviceAddress, accessNotes, notes } = booking
  const [noting, setNoting] = useState(notes !== '')
  const line = (name: 'address' | 'accessNotes' | 'notes', props: ComponentProps<'textarea'>) => (
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
      <Field
        question
        label={t('Where is the car?')}
        hint={<AreaAnswer address={serviceAddress} typing />}
        error={booking.problem('serviceAddress')}
      >
        {line('address', {
          value: serviceAddress,
          maxLength: 300,
          autoComplete: 'street-address',
          placeholder: '123 Main St, Austin, TX 78701',
        })}
      </Field>
      {booking.remembered.length > 1 && <EarlierAddresses booking={booking} />}
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
          label={t('Anything the technician should know?')}
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

/** The addresses of earlier visits, side by side, one tap each. */
function EarlierAddresses({ booking }: { booking: Booking }) {
  const chosen = rememberedAt(booking.remembered, booking.serviceAddress)
  return (
    <div
      role="group"
      aria-label={t('Earlier addresses')}
      className="-mx-4 mt-2 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-1 sm:px-1"
    >
      {booking.remembered.map((one) => (
        <button
          key={one.address}
          type="button"
          aria-pressed={one === chosen}
          title={one.address}
          onClick={() => booking.set({ ...one })}
          className="min-h-11 max-w-64 flex-none truncate rounded-control border border-line bg-card px-3 text-sm hover:border-edge aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
        >
          {one.address}
        </button>
      ))}
    </div>
  )
}
