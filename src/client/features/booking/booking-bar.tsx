import { Suspense, useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { centsFromDollars } from '#shared/rules/money.ts'
import { cheapestOf } from '#shared/rules/packages.ts'
import { shortVehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatDay, formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { plusSalesTax } from './sales-tax-note.tsx'
import type { Visit } from './booking-draft.ts'
import type { Booking } from './use-booking.ts'

// Only at the last step.
const Agreement = lazyComponent(() => import('./agreement.tsx'))

interface BookingBarProps {
  booking: Booking
  submitLabel: string
  pending: boolean
}

export function BookingBar({ booking, submitLabel, pending }: BookingBarProps) {
  const { visits, totalCents, payCents, taxCents, promotion, known, all, hasNext, offer } = booking
  const cheapest = cheapestOf(offer.packages)
  const { cardPayments } = useBusiness()
  const totals = visits.map(({ car, cents }, at) => ({
    car: car ? shortVehicleName(car) : '',
    cents: cents - (promotion.offs[at] ?? 0),
  }))
  const steps = t('{known} of {all} steps', { known, all })
  const price =
    totalCents === 0 && cheapest
      ? t('From {price}', { price: formatCents(centsFromDollars(cheapest.basePrice)) })
      : formatCents(payCents)
  const salesTax =
    totalCents === 0 ? plusSalesTax(offer.taxRateBp) : taxCents > 0 && t('with sales tax')
  return (
    <BottomBar
      progress={
        <>
          <Chosen visits={visits} />
          <Dipstick label={t('Booking')} value={known} max={all} valueText={steps} />
          <p role="status" className="sr-only">
            <FrozenText key={`${booking.open} ${booking.editing}`} words={`${steps}, ${price}`} />
          </p>
          {!hasNext && totalCents > 0 && (
            <Suspense>
              <Agreement totals={totals} />
            </Suspense>
          )}
        </>
      }
      summary={
        <>
          <span className="block text-lg leading-tight font-semibold tabular-nums">{price}</span>
          <span className="block text-sm text-soft">
            {[salesTax, cardPayments ? t('Charged after the service') : t('Paid after the service')]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      }
    >
      <LinkButton variant="quiet" href={paths.home} className="max-sm:hidden">
        {t('Cancel')}
      </LinkButton>
      <Button
        type="submit"
        variant="primary"
        pending={pending}
        // Ignore the second click of a double click.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {hasNext ? t('Continue') : submitLabel}
      </Button>
    </BottomBar>
  )
}

/** Freezes the text from when its question opened, so screen readers don't announce changes while typing. */
function FrozenText({ words }: { words: string }) {
  const [said] = useState(words)
  return said
}

/** '2018 Camry · Mon, Nov 23, 8:00 AM', or the missing choice; a long name never hides the time. */
function Chosen({ visits }: { visits: readonly Visit[] }) {
  const [{ car, date, time } = {}, ...others] = visits
  const one = car ? shortVehicleName(car) : t('Choose your car')
  const day = date && time && `${formatDay(date)}, ${formatSlot(time).split(' – ')[0]}`
  return (
    <p className="flex gap-x-1.5 pt-0.5 text-sm font-medium">
      <span className="truncate">
        {others.length > 0
          ? plural(visits.length, { one: '{count} car', other: '{count} cars' })
          : one}
      </span>
      {others.length === 0 && car && (
        <span className="flex-none">· {day || t('choose a time')}</span>
      )}
    </p>
  )
}
