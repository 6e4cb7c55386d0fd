import { useEffect, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Coverage, Covered } from '#shared/contract/core-spots.ts'
import type { CoreSpot } from '#shared/rules/service-area.ts'
import { t, plural } from '#shared/texts/t.ts'

const pauseMs = 300

interface CoverageNoteProps {
  spot: CoreSpot
  except: string | undefined
}

/** A circle's coverage, counted after a typing pause. */
export function CoverageNote({ spot, except }: CoverageNoteProps) {
  const { latitude, longitude, radiusMiles } = spot
  const [requested, setRequested] = useState({ latitude, longitude, radiusMiles })
  useEffect(() => {
    const pause = setTimeout(() => setRequested({ latitude, longitude, radiusMiles }), pauseMs)
    return () => clearTimeout(pause)
  }, [latitude, longitude, radiusMiles])
  const { data } = useCall(
    'GET /api/admin/core-spots/coverage',
    { query: { ...requested, ...(except && { except }) } },
    { placeholderData: (before: Coverage | undefined) => before },
  )
  if (!data) return <p className="text-sm text-soft">{t('Counting …')}</p>
  if (data.zipCodes === 0)
    return (
      <Banner tone="warning" title={t('It covers no ZIP code')}>
        {t(
          'Each address counts at the center of its ZIP code. Make the circle larger, or move it.',
        )}
      </Banner>
    )
  return (
    <p className="text-sm" aria-live="polite">
      <span className="block font-medium">{describeCovered(data)}</span>
      <span className="block text-soft">
        {t('Counts customers with a visit there in the last 12 months or upcoming.')}
      </span>
    </p>
  )
}

const describeZips = (count: number) =>
  plural(count, { one: '{count} ZIP code', other: '{count} ZIP codes' })
const describeCustomers = (count: number) =>
  plural(count, { one: '{count} customer', other: '{count} customers' })
const describeVisits = (count: number) =>
  plural(count, { one: '{count} upcoming visit', other: '{count} upcoming visits' })

/** "52 ZIP codes · 31 customers · 4 visits ahead" */
export const describeCovered = ({ zipCodes, customers, visitsAhead }: Covered): string =>
  [describeZips(zipCodes), describeCustomers(customers), describeVisits(visitsAhead)].join(' · ')

/** The customers who could no longer book without a circle. */
export function describeLoss(
  { only, others }: Coverage,
  { isActive, areaBooking }: { isActive: boolean; areaBooking: boolean },
): string[] {
  if (!isActive) return [t('It is switched off, so nothing changes for customers.')]
  const stay = t('Visits already booked stay.')
  if (!areaBooking)
    return [t('Area booking is off, so everyone can book with or without it.'), stay]
  if (others === 0)
    return [t('It is the last active core spot: without one, customers anywhere can book.'), stay]
  if (only.zipCodes === 0)
    return [t('Other core spots cover the same addresses, so nothing changes for customers.')]
  return [
    plural(only.zipCodes, {
      one: '{count} ZIP code would be outside: bookings there become requests that you confirm.',
      other: '{count} ZIP codes would be outside: bookings there become requests that you confirm.',
    }),
    only.customers + only.visitsAhead === 0
      ? t('You have had no customers there in the last 12 months and have no upcoming visits.')
      : t('You have {customers} there from the last 12 months, and {visits}.', {
          customers: describeCustomers(only.customers),
          visits: describeVisits(only.visitsAhead),
        }),
    stay,
  ]
}
