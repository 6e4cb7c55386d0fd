import type { Job } from '#shared/contract/jobs.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway, roadMiles } from '#shared/rules/travel.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

// Centers of ZIP codes are known to four decimals, houses to more.
const isRounded = (degrees: number) => Math.abs(degrees * 1e4 - Math.round(degrees * 1e4)) < 1e-6
/** Whether a place is known by its ZIP code alone. */
export const isZipCenter = ({ latitude, longitude }: Coordinates) =>
  isRounded(latitude) && isRounded(longitude)

/** The way by road between two visits as it is estimated, 'about 12 mi'; null where one of them is unknown. */
export function wayBetween(
  from: Pick<Job, 'coordinates'>,
  to: Pick<Job, 'coordinates'>,
): string | null {
  if (!from.coordinates || !to.coordinates) return null
  const distance = roadMiles(from.coordinates, to.coordinates)
  const isSameZip = [from.coordinates, to.coordinates].every(isZipCenter) && distance < 0.1
  if (isSameZip) return t('same ZIP code')
  return t('about {miles} mi', {
    miles: formatNumber(Math.max(0.1, distance), distance < 1 ? 1 : 0),
  })
}

/** The same with the time it takes, 'about 12 mi, 29 min'. */
export function wayAndTime(
  from: Pick<Job, 'coordinates'>,
  to: Pick<Job, 'coordinates'>,
): string | null {
  const way = wayBetween(from, to)
  if (!way || !from.coordinates || !to.coordinates) return null
  const minutes = minutesAway(from.coordinates, to.coordinates)
  return t('{way}, {minutes} min', { way, minutes })
}
