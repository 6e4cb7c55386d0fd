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
  const [asked, setAsked] = useState({ latitude, longitude, radiusMiles })
  useEffect(() => {
    const pause = setTimeout(() => setAsked({ latitude, longitude, radiusMiles }), pauseMs)
    return () => clearTimeout(pause)
  }, [latitude, longitude, radiusMiles])
  const { data } = useCall(
    'GET /api/admin/core-spots/coverage',
    { query: { ...asked, ...(except && { except }) } },
    { placeholderData: (before: Coverage | undefined) => before },
  )
  if (!data) return <p className="text-sm text-soft">{t('Counting …')}</p>
  if (data.zipCodes === 0)
    return (
      <Banner tone="warning" title={t('It covers no ZIP code')}>
        {t('Addresses are judged by the center of their ZIP code. Make it wider, or move it.')}
      </Banner>
    )
  return (
    <p className="text-sm" aria-live="polite">
      <span className="block font-medium">{describeCovered(data)}</span>
      <span className="block text-soft">
        {t('Customers are those with a visit there in the last 12 months, or ahead.')}
      </span>
    </p>
  )
}

const describeZips = (count: number) =>
  plural(count, { one: '{count} ZIP code', other: '{count} ZIP codes' })
const describeCustomers = (count: number) =>
  plural(count, { one: '{count} customer', other: '{count} customers' })
const describeVisits = (count: number) =>
  plural(count, { one: '{count} visit ahead', other: '{count} visits ahead' })

/** "52 ZIP codes · 31 customers · 4 visits ahead" */
export const describeCovered = ({ zipCodes, customers, visitsAhead }: Covered): string =>
  [describeZips(zipCodes), describeCustomers(customers), describeVisits(visitsAhead)].join(' · ')

/** Who could no longer book without a circle. */
export function describeLoss(
  { only, others }: Coverage,
  { isActive, areaBooking }: { isActive: boolean; areaBooking: boolean },
): string[] {
  if (!isActive) return [t('It is switched off, so nothing changes for who can book.')]
  const stay = t('Visits that are booked stay.')
  if (!areaBooking)
    return [t('Area booking is off, so everyone can book with or without it.'), stay]
  if (others === 0)
    return [t('It is the last active core spot: without one, customers anywhere can book.'), stay]
  if (only.zipCodes === 0)
    return [t('Other core spots reach everything it covers, so nothing changes for who can book.')]
  return [
    plural(only.zipCodes, {
      one: '{count} ZIP code is outside then: who books there asks, and you confirm.',
      other: '{count} ZIP codes are outside then: who books there asks, and you confirm.',
    }),
    only.customers + only.visitsAhead === 0
      ? t('There you have had no customer in the last 12 months, and have no visit ahead.')
      : t('There you have {customers} of the last 12 months, and {visits}.', {
          customers: describeCustomers(only.customers),
          visits: describeVisits(only.visitsAhead),
        }),
    stay,
  ]
}
