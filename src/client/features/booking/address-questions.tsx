import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { t } from '#shared/texts/t.ts'
import { AreaAnswer } from './area-answer.tsx'
import { type Remembered, rememberedAt } from './remembered.ts'
import type { useBooking } from './use-booking.ts'

type BookingState = ReturnType<typeof useBooking>

const oneRow = 'min-h-11! resize-none'

/** Where the car is, how one gets to it, and what else the technician should know. */
export function AddressQuestions(props: { booking: BookingState; error: string | undefined }) {
  const { booking, error } = props
  const [noting, setNoting] = useState(booking.notes !== '')
  return (
    <>
      <div>
        <Field
          question
          label={t('Where is the car?')}
          hint={<AreaAnswer address={booking.serviceAddress} />}
          error={error}
        >
          <TextArea
            name="address"
            rows={1}
            autoComplete="street-address"
            placeholder="123 Main St, Austin, TX 78701"
            maxLength={300}
            value={booking.serviceAddress}
            onChange={(event) => booking.setAddress(event.target.value)}
            className={oneRow}
          />
        </Field>
        {booking.remembered.length > 1 && <EarlierAddresses booking={booking} />}
      </div>
      <div>
        <Field
          label={t('How do we get to the car?')}
          hint={t('Gate code, where the car stands, where the key is.')}
          optional
        >
          <TextArea
            name="access"
            rows={1}
            maxLength={500}
            value={booking.accessNotes}
            onChange={(event) => booking.setAccessNotes(event.target.value)}
            className={oneRow}
          />
        </Field>
        {noting ? (
          <Field label={t('Anything the technician should know?')} optional className="mt-7">
            <TextArea
              name="notes"
              rows={1}
              maxLength={1000}
              value={booking.notes}
              onChange={(event) => booking.setNotes(event.target.value)}
              className={oneRow}
            />
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
      </div>
    </>
  )
}

/** The addresses of earlier visits, side by side, one tap each. */
function EarlierAddresses({ booking }: { booking: BookingState }) {
  const chosen = rememberedAt(booking.remembered, booking.serviceAddress)
  const choose = ({ address, accessNotes }: Remembered) => {
    booking.setAddress(address)
    booking.setAccessNotes(accessNotes)
  }
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
          onClick={() => choose(one)}
          className="min-h-11 max-w-64 flex-none truncate rounded-control border border-line bg-card px-3 text-sm hover:border-edge aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
        >
          {one.address}
        </button>
      ))}
    </div>
  )
}
