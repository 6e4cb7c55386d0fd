import type { Coverage, Covered } from '#shared/contract/core-spots.ts'
import { plural, t } from '#shared/texts/t.ts'

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
