import { paths } from '#shared/rules/paths.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { centsFromDollars } from '#shared/rules/money.ts'
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
        <>
          <Chosen visits={visits} />
          <Dipstick
            label={t('Booking')}
            value={partsKnown}
            max={bookingParts}
            valueText={t('{known} of {all} steps', { known: partsKnown, all: bookingParts })}
          />
        </>
      }
      summary={
        <>
          <span className="block text-lg leading-tight font-semibold tabular-nums">
            {totalCents === 0 && cheapest
              ? t('From {price}', { price: formatCents(centsFromDollars(cheapest.basePrice)) })
              : formatCents(totalCents)}
          </span>
          <span className="block text-sm text-soft">{t('Charged after the service')}</span>
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

/** '2018 Camry · Mon 23 Nov 8:00 AM', or what is still to choose; a long name never hides the time. */
function Chosen({ visits }: { visits: readonly Visit[] }) {
  const [visit] = visits
  const several = visits.length > 1
  return (
    <p className="flex gap-x-1.5 pt-0.5 text-sm font-medium">
      {several && plural(visits.length, { one: '{count} car', other: '{count} cars' })}
      {!several && !visit?.vehicle && t('Choose your car')}
      {!several && visit?.vehicle && (
        <>
          <span className="truncate">{`${visit.vehicle.year} ${visit.vehicle.model}`}</span>
          <span className="flex-none">· {sayTime(visit)}</span>
        </>
      )}
    </p>
  )
}

function sayTime({ date, time }: Visit): string {
  if (!date || !time) return t('choose a time')
  return `${formatDay(date)} ${formatSlot(time).split(' – ')[0]}`
}
