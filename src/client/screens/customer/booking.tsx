import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyComponent, lazyLoad } from '#client/ui/lazy-load.ts'
import { useSearchParams } from 'wouter'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { BookingForm } from '#client/features/booking/booking-form.tsx'
import { BookingPage, BookingSkeleton } from '#client/features/booking/booking-page.tsx'
import {
  ContactQuestion,
  detailProblems,
  type Details,
} from '#client/features/booking/contact-question.tsx'
import { knownAddresses } from '#client/features/booking/known-addresses.ts'
import { SavedCarChoice } from '#client/features/booking/saved-car-choice.tsx'
import { bookedTitle, useBooking } from '#client/features/booking/use-booking.ts'
import { useBookingDraft } from '#client/features/booking/use-booking-draft.ts'
import { leaveSteps } from '#client/features/booking/use-question-history.ts'
import { usableCards, useSavedCards } from '#client/features/payments/use-saved-cards.ts'
import { useReserve } from '#client/features/payments/use-reserve.ts'
import type { Waiting } from '#client/features/waitlist/wait-dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton, QuietButton, TextLink } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { paths } from '#shared/rules/paths.ts'
import { datesTaken } from '#shared/rules/vehicle-days.ts'
import { t, wording } from '#shared/texts/t.ts'

// Loaded before the last step.
const loadBooked = lazyLoad(() => import('#client/features/booking/booked.tsx'))
const Booked = lazy(() => loadBooked().catch(() => ({ default: BookedPlainly })))
const ReserveWith = lazyComponent(() => import('#client/features/payments/reserve-with.tsx'))
const ReservationLine = lazyComponent(
  () => import('#client/features/payments/reservation-line.tsx'),
)
const DeviceOffer = lazyComponent(() => import('#client/features/notifications/device-offer.tsx'))
const SavePlaceOffer = lazyComponent(() => import('#client/features/places/save-place-offer.tsx'))
const NoVehicles = lazyComponent(() => import('#client/features/booking/no-vehicles.tsx'))

const WaitDialog = lazyDialog(() => import('#client/features/waitlist/wait-dialog.tsx'))

const nobody: Details = { name: '', phone: '' }

export default function Booking() {
  const [query] = useSearchParams()
  const jobs = useCall('GET /api/jobs/customer')
  const again = query.get('again')
  if (again && jobs.isPending) return <BookingSkeleton />
  return <BookingOf like={again ? jobs.data?.find(({ id }) => id === again) : undefined} />
}

function BookingOf({ like }: { like: Job | undefined }) {
  const [query] = useSearchParams()
  const vehicles = useCall('GET /api/vehicles')
  const jobs = useCall('GET /api/jobs/customer')
  const places = useCall('GET /api/places')
  const person = usePerson()
  const { maxVisitsPerVehiclePerDay, uses } = useBusiness()
  const missing = missingDetails({ ...person, name: person.firstName + person.lastName })
  const vehicleId = like?.vehicleId ?? query.get('vehicleId')
  const saved = useBookingDraft(`booking draft ${person.id}`, vehicleId, nobody, {
    vehicleId,
    ...(like && { packageId: like.servicePackageId }),
  })
  const details = { ...nobody, ...saved.draft.own }
  const booking = useBooking(saved, {
    cars: vehicles.data ?? [],
    remembered: knownAddresses([...(like ? [like] : []), ...(jobs.data ?? [])], places.data),
    takenDates: (carId) => datesTaken(carId, jobs.data ?? [], maxVisitsPerVehiclePerDay),
    problems: detailProblems(missing, details),
    ...(missing.length > 0 && { who: 'last' }),
  })
  const kepts = usableCards(useSavedCards().data)
  const cards = person.paysByInvoice ? [] : kepts
  const [cardId, setCardId] = useState<string | null>(null)
  const card = cardId === '' ? undefined : (cards.find(({ id }) => id === cardId) ?? cards[0])
  const { reservations, reserve } = useReserve()
  const submission = useWrite('POST /api/bookings', {
    onSuccess: (booked) => {
      saved.clear()
      if (card) void reserve(booked, card)
      void leaveSteps()
      toast({ title: bookedTitle(booked) })
    },
    onError: booking.takeFailure,
  })
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const lastStep = !booking.hasNext
  useEffect(() => {
    if (lastStep) loadBooked().catch(() => {})
  }, [lastStep])
  if (submission.data)
    return (
      <Suspense fallback={<BookedPlainly jobs={submission.data} />}>
        <Booked
          jobs={submission.data}
          payment={(job) => {
            const reservation = reservations[job.id]
            return reservation && <ReservationLine job={job} reservation={reservation} />
          }}
          offer={
            <Suspense>
              {submission.data[0] && <SavePlaceOffer job={submission.data[0]} />}
              <DeviceOffer />
            </Suspense>
          }
        />
      </Suspense>
    )
  return (
    <BookingPage
      title={t('Book Service')}
      actions={
        <span className="flex gap-5 *:inline-flex *:min-h-11 *:items-center">
          <TextLink href={paths.orders}>{t('Your Orders')}</TextLink>
          <TextLink href={paths.profile}>{t('Profile')}</TextLink>
        </span>
      }
      parts={[vehicles, ...booking.parts]}
    >
      {vehicles.data?.every(hasNoEngineOil) ? (
        <Suspense fallback={<BookingSkeleton />}>
          <NoVehicles reasons={vehicles.data.map((one) => wording(noOilPhrase(one)))} />
        </Suspense>
      ) : (
        <BookingForm
          booking={booking}
          vehicle={(visit) => <SavedCarChoice booking={booking} visit={visit} />}
          who={
            missing.length > 0 && (
              <ContactQuestion
                booking={booking}
                missing={missing}
                details={details}
                onChange={saved.setOwn}
              />
            )
          }
          payment={
            cards.length > 0 && (
              <Suspense>
                <ReserveWith cards={cards} value={card?.id ?? ''} onChange={setCardId} />
              </Suspense>
            )
          }
          noneSuits={(visit) =>
            uses.waitlist &&
            visit.vehicleId &&
            missing.length === 0 && (
              <QuietButton
                className="mt-2 -ml-3"
                onClick={() =>
                  setWaiting({
                    vehicleId: visit.vehicleId ?? '',
                    servicePackageId: visit.servicePackage?.id,
                    serviceAddress: booking.address.line,
                  })
                }
              >
                {t('Tell me when another time is available')}
              </QuietButton>
            )
          }
          submitLabel={t('Submit Booking')}
          pending={submission.isPending}
          onSubmit={(body) => {
            const customerNotes = body.customerNotes || 'Auto-matched service'
            const idempotencyKey = saved.draft.actionKey
            const requested = Object.fromEntries(missing.map((detail) => [detail, details[detail]]))
            submission.mutate({ idempotencyKey, body: { ...body, ...requested, customerNotes } })
          }}
        />
      )}
      {waiting && <WaitDialog waiting={waiting} onClose={() => setWaiting(null)} />}
    </BookingPage>
  )
}

/** Fallback when the confirmation page cannot be loaded. */
function BookedPlainly({ jobs }: { jobs: readonly Job[] }) {
  return (
    <EmptyState
      page
      title={bookedTitle(jobs)}
      text={jobs.map(({ number }) => number).join(', ')}
      action={<LinkButton href={paths.orders}>{t('Your Orders')}</LinkButton>}
    />
  )
}
