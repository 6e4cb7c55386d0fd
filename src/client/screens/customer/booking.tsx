import { Car, Plus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { paths } from '#client/app/paths.ts'
import { Booked } from '#client/features/booking/booked.tsx'
import { missingTexts, type MissingPart, type Visit } from '#client/features/booking/draft.ts'
import { PackageChoice } from '#client/features/booking/package-choice.tsx'
import { SlotPicker } from '#client/features/booking/slot-picker.tsx'
import { useBooking } from '#client/features/booking/use-booking.ts'
import { VisitSummary } from '#client/features/booking/visit-summary.tsx'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Field } from '#client/ui/field.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Money } from '#client/ui/money.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { t, translate } from '#shared/texts/t.ts'

type BookingState = ReturnType<typeof useBooking>

export default function Booking() {
  const [query] = useSearchParams()
  const booking = useBooking(query.get('vehicleId'))
  const { vehicles, packages, availability } = booking
  if (booking.booked) return <Booked jobs={booking.booked} />
  const failed = [vehicles, packages, availability].find((one) => one.isError)
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Book Service')}
        back={{ href: paths.home, label: t('Home') }}
        actions={<TextLink href={paths.orders}>{t('Your Orders')}</TextLink>}
      />
      {failed ? (
        <ErrorState
          title={t('The booking page could not be loaded')}
          text={failed.error?.message}
          onRetry={() => void failed.refetch()}
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
  const { visits, editing, pointAt } = booking
  const error = (part: MissingPart) =>
    pointAt?.part === part ? translate(missingTexts[part]) : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
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
      <Field label={t('Where is the car?')} error={error('address')}>
        <TextInput
          name="address"
          autoComplete="street-address"
          placeholder="123 Main St, Austin, TX 78701"
          maxLength={300}
          value={booking.serviceAddress}
          onChange={(event) => booking.setAddress(event.target.value)}
        />
      </Field>
      <Field
        label={t('Anything the technician should know?')}
        hint={t('Gate code, where the car stands, where the key is.')}
        optional
      >
        <TextInput
          name="notes"
          maxLength={1000}
          value={booking.notes}
          onChange={(event) => booking.setNotes(event.target.value)}
        />
      </Field>
      <BottomBar
        summary={
          <>
            <Money cents={booking.totalCents} className="text-lg font-semibold" />
            <span className="block text-sm text-soft">{t('Charged after the service')}</span>
          </>
        }
      >
        <LinkButton variant="quiet" href={paths.home} className="max-sm:hidden">
          {t('Cancel')}
        </LinkButton>
        <Button type="submit" variant="primary" pending={booking.pending}>
          {t('Submit Booking')}
        </Button>
      </BottomBar>
    </form>
  )
}

interface VisitQuestionsProps {
  visit: Visit
  booking: BookingState
  error: (part: MissingPart) => string | undefined
}

function VisitQuestions({ visit, booking, error }: VisitQuestionsProps) {
  const { key, vehicle } = visit
  const others = booking.visits.filter((one) => one.key !== key)
  const taken = others.map((one) => one.vehicleId)
  return (
    <div className="space-y-7">
      <RadioCards
        legend={t('Which car?')}
        columns={2}
        value={visit.vehicleId}
        onChange={(vehicleId) => booking.change(key, { vehicleId, packageId: null })}
        error={error('vehicle')}
        options={(booking.vehicles.data ?? []).map((one) => ({
          value: one.id,
          title: `${one.year} ${one.make} ${one.model}`,
          description: one.licensePlate,
          mark: <Car />,
          disabledReason: taken.includes(one.id) && t('Already in this booking'),
        }))}
      />
      <SlotPicker
        days={booking.days}
        onLaterDays={booking.showLaterDays}
        date={visit.date}
        time={visit.time}
        ownTimes={others.flatMap((one) => (one.date === visit.date && one.time ? [one.time] : []))}
        onDate={(date) => booking.change(key, { date, time: null })}
        onTime={(time) => booking.change(key, { date: visit.date, time })}
        dateError={error('date')}
        timeError={error('time')}
      />
      {vehicle && (
        <section aria-label={t('Package')}>
          <h2 className="mb-2 font-medium">{t('Package')}</h2>
          <PackageChoice
            vehicle={vehicle}
            packages={booking.packages.data ?? []}
            chosen={visit.servicePackage}
            onChoose={(packageId) => booking.change(key, { packageId })}
          />
        </section>
      )}
    </div>
  )
}

function AnotherCar({ booking }: { booking: BookingState }) {
  const { visits, vehicles } = booking
  const last = visits.at(-1)
  const complete = last?.vehicleId && last.time
  if (!complete || visits.length >= Math.min(5, vehicles.data?.length ?? 0)) return null
  return (
    <Button variant="quiet" icon={<Plus />} onClick={() => booking.addVisit()}>
      {t('Another car at this address')}
    </Button>
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

function BookingSkeleton() {
  return (
    <div className="space-y-7">
      <Skeleton className="h-28 w-full rounded-card!" />
      <Skeleton className="h-24 w-full rounded-card!" />
      <Skeleton className="h-40 w-full rounded-card!" />
    </div>
  )
}
