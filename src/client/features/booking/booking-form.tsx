import { Plus } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { AreaAnswer } from './area-answer.tsx'
import { BookingBar } from './booking-bar.tsx'
import { Question } from './question.tsx'
import type { Visit } from './draft.ts'
import { showQuestion } from './show-question.ts'
import type { Booking, BookingBody } from './use-booking.ts'
import { VisitQuestions } from './visit-questions.tsx'
import { VisitSummary } from './visit-summary.tsx'

// Whoever comes back has an address already.
const loadAddressFields = () => import('./address-fields.tsx')
const AddressFields = lazy(loadAddressFields)

export interface BookingFormProps {
  booking: Booking
  /** How a visit's car is chosen or described. */
  vehicle: (visit: Visit) => ReactNode
  /** Asks who it is for, where that is asked. */
  who?: ReactNode
  /** What the last step does. */
  submitLabel: string
  pending: boolean
  onSubmit: (body: BookingBody) => void
}

/** The questions of a booking, one open at a time, and the bar that leads on. */
export function BookingForm(props: BookingFormProps) {
  const { booking, vehicle, who, submitLabel, pending, onSubmit } = props
  const { visits, moves, open, serviceAddress, accessNotes, notes } = booking
  const form = useRef<HTMLFormElement>(null)
  const askingVisit = open !== 'address' && open !== 'who'

  const last = visits.at(-1)
  const mayAdd =
    last?.vehicleId && last.time && visits.length < Math.min(5, booking.offer.cars.length)

  useEffect(() => {
    void loadAddressFields()
  }, [])

  // Only after a step: while somebody answers, the page must not move under them.
  useEffect(() => {
    if (moves > 0) showQuestion(form.current)
  }, [moves])

  return (
    <form
      ref={form}
      noValidate
      onPointerDown={() => booking.pressed(true)}
      onKeyDown={() => booking.pressed(false)}
      onChange={booking.forgive}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && booking.goOn()) onSubmit(booking.body)
      }}
      className="space-y-2.5"
    >
      {booking.who === 'first' && who}
      {visits.map((visit) =>
        visits.length > 1 && (visit.key !== booking.editing || !askingVisit) ? (
          <VisitSummary
            key={visit.key}
            visit={visit}
            onEdit={() => booking.show('time', { key: visit.key })}
            onRemove={() => booking.removeVisit(visit.key)}
          />
        ) : (
          <VisitQuestions key={visit.key} booking={booking} visit={visit} vehicle={vehicle} />
        ),
      )}
      {mayAdd && (
        <Button variant="quiet" icon={<Plus />} className="-ml-4" onClick={booking.addVisit}>
          {t('Another car at this address')}
        </Button>
      )}
      <Question
        booking={booking}
        name="address"
        title={t('Where is the car?')}
        answer={
          serviceAddress.trim() && (
            <>
              {serviceAddress}
              <span className="block text-sm font-normal text-soft">
                {[accessNotes, notes].filter(Boolean).join(' · ')}
                <AreaAnswer address={serviceAddress} />
              </span>
            </>
          )
        }
      >
        <AddressFields booking={booking} />
      </Question>
      {booking.who === 'last' && who}
      <BookingBar booking={booking} submitLabel={submitLabel} pending={pending} />
    </form>
  )
}
