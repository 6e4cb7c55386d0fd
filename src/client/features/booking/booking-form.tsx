import { Plus, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { lazyComponent, lazyLoad } from '#client/ui/lazy-load.ts'
import { Money } from '#client/ui/money.tsx'
import { describeFees } from '#shared/rules/fee-policy.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { BookingBar } from './booking-bar.tsx'
import type { Visit } from './booking-draft.ts'
import { Folded, Question, showQuestion } from './question.tsx'
import { SalesTaxNote } from './sales-tax-note.tsx'
import { ServiceAreaAnswer } from './service-area-answer.tsx'
import type { Booking, BookingBody, VisitProps } from './use-booking.ts'
import { hasNoTimes } from './use-open-days.ts'
import { useQuestionHistory } from './use-question-history.ts'
import { VisitQuestions } from './visit-questions.tsx'

// Returning customers usually have an address.
const loadAddressFields = lazyLoad(() => import('./address-fields.tsx'))
const AddressFields = lazyComponent(loadAddressFields)
const PromotionField = lazyComponent(() => import('./promotion-field.tsx'))
const NoTimes = lazyComponent(() => import('./no-times.tsx'))
const LimitBanner = lazyComponent(() => import('./limit-banner.tsx'))

interface BookingFormProps {
  booking: Booking
  vehicle: (visit: Visit) => ReactNode
  /** Asks for contact details, if needed. */
  who?: ReactNode
  payment?: ReactNode
  /** Offered below the times, for when none suits. */
  noneSuits?: (visit: Visit) => ReactNode
  submitLabel: string
  pending: boolean
  onSubmit: (body: BookingBody) => void
}

/** Booking questions, one open at a time, and the bar with the next step. */
export function BookingForm(props: BookingFormProps) {
  const { booking, vehicle, who, payment, noneSuits, submitLabel, pending, onSubmit } = props
  const { visits, moves, open, address, zipCheck, accessNotes, notes } = booking
  const form = useRef<HTMLFormElement>(null)
  const askingVisit = open !== 'address' && open !== 'who'

  const last = visits.at(-1)
  const mayAdd =
    last?.vehicleId &&
    last.time &&
    visits.length < Math.min(5, booking.offer.cars.filter((car) => !hasNoEngineOil(car)).length)

  useEffect(() => {
    loadAddressFields().catch(() => {})
  }, [])

  useQuestionHistory(booking)

  const goOn = () => {
    if (pending || booking.promotion.isChecking || !booking.goOn()) return
    booking.beginTry()
    onSubmit(booking.body)
  }
  const goOnAfterWaiting = useEffectEvent(goOn)
  useEffect(() => {
    if (zipCheck.ends > 0) goOnAfterWaiting()
  }, [zipCheck.ends])

  // Scroll only after a step, never while the user is answering.
  useEffect(() => {
    if (moves > 0) showQuestion(form.current)
  }, [moves])

  return (
    <form
      ref={form}
      noValidate
      onPointerDown={() => booking.pressed(true)}
      onKeyDown={() => booking.pressed(false)}
      onChange={() => booking.forgive()}
      onSubmit={(event) => {
        event.preventDefault()
        // The ZIP code check may add a question about the address.
        if (open !== 'address' || zipCheck.mayPass()) goOn()
      }}
      className="space-y-2.5"
    >
      {/* Warn about missing times before the customer describes a car. */}
      {open !== 'time' && hasNoTimes(booking.offer.days) && (
        <Suspense>
          <NoTimes days={booking.offer.days} onLaterDays={booking.showLaterDays} />
        </Suspense>
      )}
      {booking.who === 'first' && who}
      {visits.map((visit) =>
        visits.length > 1 && (visit.key !== booking.editing || !askingVisit) ? (
          <VisitSummary key={visit.key} booking={booking} visit={visit} />
        ) : (
          <VisitQuestions
            key={visit.key}
            booking={booking}
            visit={visit}
            vehicle={vehicle}
            noneSuits={noneSuits}
          />
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
          address.line && (
            <>
              {address.line}
              <span className="block text-sm font-normal text-soft">
                {[accessNotes, notes].filter(Boolean).join(' · ')}
                <ServiceAreaAnswer address={address.line} />
              </span>
            </>
          )
        }
      >
        <AddressFields booking={booking} />
      </Question>
      {booking.who === 'last' && who}
      {booking.failure && (
        <Banner tone="error" title={t('Booking Failed')}>
          {booking.failure}
        </Banner>
      )}
      {booking.limit && (
        <Suspense>
          <LimitBanner limit={booking.limit} />
        </Suspense>
      )}
      <SalesTaxNote booking={booking} />
      {(!booking.hasNext || booking.promotion.code !== undefined) && (
        <Suspense>
          <PromotionField booking={booking} />
        </Suspense>
      )}
      {!booking.hasNext && payment}
      <FeePolicyNote />
      <BookingBar
        booking={booking}
        submitLabel={submitLabel}
        pending={pending || zipCheck.isWaiting}
      />
    </form>
  )
}

/** Fees for late cancellations and no-shows; nothing if there are none. */
function FeePolicyNote() {
  const fees = describeFees(useBusiness(), formatCents)
  return fees.length > 0 ? <p className="px-1 pt-1 text-sm text-soft">{fees.join(' ')}</p> : null
}

function VisitSummary({ booking, visit }: VisitProps) {
  const { key, car, date, time, cents } = visit
  const name = car ? vehicleName(car) : t('No car chosen')
  const when = date && time ? <VisitTime date={date} slot={time} /> : t('No time chosen')
  return (
    <div className="flex items-center gap-1">
      <Folded
        title={name}
        answer={
          <>
            {when}
            <Money cents={cents} className="block text-sm" />
          </>
        }
        onOpen={() => booking.show('time', { key })}
      />
      <IconButton
        icon={<X />}
        label={t('Remove {vehicle}', { vehicle: name })}
        onClick={() => booking.removeVisit(key)}
      />
    </div>
  )
}
