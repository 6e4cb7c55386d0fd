import type { Job } from '#shared/contract/jobs.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway, roadMiles } from '#shared/rules/travel.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

// ZIP code centers have four decimals, houses have more.
const isRounded = (degrees: number) => Math.abs(degrees * 1e4 - Math.round(degrees * 1e4)) < 1e-6
/** Whether the coordinates are only a ZIP code center. */
export const isZipCenter = ({ latitude, longitude }: Coordinates) =>
  isRounded(latitude) && isRounded(longitude)

/** Estimated driving distance between two visits, 'about 12 mi'; null when an address is unknown. */
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

/** Also with the driving time, 'about 12 mi, 29 min'. */
export function wayAndTime(
  from: Pick<Job, 'coordinates'>,
  to: Pick<Job, 'coordinates'>,
): string | null {
  const way = wayBetween(from, to)
  if (!way || !from.coordinates || !to.coordinates) return null
  const minutes = minutesAway(from.coordinates, to.coordinates)
  return t('{way}, {minutes} min', { way, minutes })
}
