import { Car, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { retryFailed } from '#client/app/queries.ts'
import { AddressQuestions } from '#client/features/booking/address-questions.tsx'
import { BookingBar } from '#client/features/booking/booking-bar.tsx'
import { missingTexts, type MissingPart } from '#client/features/booking/draft.ts'
import { firstProblem, showQuestion } from '#client/features/booking/show-question.ts'
import { useBooking } from '#client/features/booking/use-booking.ts'
import { VisitQuestions } from '#client/features/booking/visit-questions.tsx'
import { VisitSummary } from '#client/features/booking/visit-summary.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { t, translate } from '#shared/texts/t.ts'

type BookingState = ReturnType<typeof useBooking>

// Comes while the server books.
const loadBooked = () => import('#client/features/booking/booked.tsx')
const Booked = lazy(loadBooked)

export default function Booking() {
  const [query] = useSearchParams()
  const booking = useBooking(query.get('vehicleId'))
  const { vehicles, packages, availability } = booking
  if (booking.booked)
    return (
      <Suspense>
        <Booked jobs={booking.booked} />
      </Suspense>
    )
  const parts = [vehicles, packages, availability]
  const failed = parts.find((one) => one.isError && !one.data)
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Book Service')}
        back={{ href: paths.home, label: t('Home') }}
        actions={
          <span className="flex gap-5">
            <TextLink href={paths.orders} className="inline-flex min-h-11 items-center">
              {t('Your Orders')}
            </TextLink>
            <TextLink href={paths.profile} className="inline-flex min-h-11 items-center">
              {t('Profile')}
            </TextLink>
          </span>
        }
      />
      {failed ? (
        <ErrorState
          title={t('The booking page could not be loaded')}
          text={failed.error?.message}
          onRetry={() => retryFailed(parts)}
          pending={failed.isFetching}
        />
      ) : !vehicles.data || !packages.data || !availability.data ? (
        <BookingSkeleton />
      ) : vehicles.data.length === 0 ? (
        <NoVehicles />
      ) : (
        <BookingForm booking={booking} />
      )}
    </div>
  )
}

function BookingForm({ booking }: { booking: BookingState }) {
  const { visits, editing, pointAt, tries } = booking
  const form = useRef<HTMLFormElement>(null)
  const error = (part: MissingPart) =>
    pointAt?.part === part ? translate(missingTexts[part]) : undefined

  // Only after a try: while somebody fills the form, the page must not move under them.
  useEffect(() => {
    if (tries > 0) showQuestion(firstProblem(form.current))
  }, [tries])

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void loadBooked()
        booking.submit()
      }}
      className="space-y-7"
    >
      {visits.map((visit) =>
        visit.key === editing?.key ? (
          <VisitQuestions key={visit.key} visit={visit} booking={booking} error={error} />
        ) : (
          <VisitSummary
            key={visit.key}
            visit={visit}
            onEdit={() => booking.edit(visit.key)}
            onRemove={() => booking.removeVisit(visit.key)}
          />
        ),
      )}
      <AnotherCar booking={booking} />
      <AddressQuestions booking={booking} error={error('address')} />
      <BookingBar booking={booking} />
    </form>
  )
}

function AnotherCar({ booking }: { booking: BookingState }) {
  const { visits, vehicles } = booking
  const last = visits.at(-1)
  const complete = last?.vehicleId && last.time
  if (!complete || visits.length >= Math.min(5, vehicles.data?.length ?? 0)) return null
  return (
    <div>
      <Button variant="quiet" icon={<Plus />} className="-ml-4" onClick={() => booking.addVisit()}>
        {t('Another car at this address')}
      </Button>
    </div>
  )
}

function NoVehicles() {
  return (
    <EmptyState
      icon={<Car />}
      title={t('First, tell us about your car')}
      text={t('With the VIN we know its oil at once; make, model and year do too.')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton variant="primary" href={paths.vehicleLookup}>
            {t('Find it by VIN')}
          </LinkButton>
          <LinkButton href={paths.addVehicle}>{t('Enter it by hand')}</LinkButton>
        </span>
      }
    />
  )
}

/** A question with its cars, the strip of days, the times. */
function BookingSkeleton() {
  return (
    <div className="space-y-8">
      <div className="grid gap-2.5 pt-8 sm:grid-cols-2">
        <Skeleton className="h-17 w-full rounded-card!" />
        <Skeleton className="h-17 w-full rounded-card!" />
      </div>
      <div className="pt-6">
        <Skeleton className="h-21 w-full" />
      </div>
      <div className="grid grid-cols-2 gap-2.5 pt-6 sm:grid-cols-3">
        {[1, 2, 3, 4, 5].map((slot) => (
          <Skeleton key={slot} className="h-14 w-full rounded-card!" />
        ))}
      </div>
    </div>
  )
}
