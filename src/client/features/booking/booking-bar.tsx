import { paths } from '#client/app/paths.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dipstick } from '#client/ui/dipstick.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { formatCents, formatDay, formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { bookingParts, type Visit } from './draft.ts'
import type { useBooking } from './use-booking.ts'

type BookingState = ReturnType<typeof useBooking>

/** Always in sight: how far the booking is, its price, which car and when, and the last step. */
export function BookingBar({ booking }: { booking: BookingState }) {
  const { visits, partsKnown, totalCents, pending } = booking
  const [cheapest] = booking.packages.data ?? []
  return (
    <BottomBar
      progress={
        <Dipstick
          label={t('Booking')}
          value={partsKnown}
          max={bookingParts}
          valueText={t('{known} of {all} steps', { known: partsKnown, all: bookingParts })}
        />
      }
      summary={
        <>
          <p className="flex flex-wrap items-baseline gap-x-2 leading-tight">
            <span className="text-lg font-semibold tabular-nums">
              {totalCents === 0 && cheapest
                ? t('From {price}', { price: formatCents(Math.round(cheapest.basePrice * 100)) })
                : formatCents(totalCents)}
            </span>
            <span className="text-sm text-soft max-sm:sr-only">
              {t('Charged after the service')}
            </span>
          </p>
          <p className="truncate text-sm text-soft">{sayVisits(visits)}</p>
        </>
      }
    >
      <LinkButton variant="quiet" href={paths.home} className="max-sm:hidden">
        {t('Cancel')}
      </LinkButton>
      <Button type="submit" variant="primary" pending={pending}>
        {t('Submit Booking')}
      </Button>
    </BottomBar>
  )
}

/** '2018 Camry · Mon 23 Nov 8:00 AM', or what is still to choose. */
function sayVisits(visits: readonly Visit[]): string {
  const [visit] = visits
  if (visits.length > 1) return plural(visits.length, { one: '{count} car', other: '{count} cars' })
  if (!visit?.vehicle) return t('Choose your car')
  const car = `${visit.vehicle.year} ${visit.vehicle.model}`
  if (!visit.date || !visit.time) return `${car} · ${t('choose a time')}`
  const [start] = formatSlot(visit.time).split(' – ')
  return `${car} · ${formatDay(visit.date)} ${start}`
}
