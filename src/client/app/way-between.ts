import type { Job } from '#shared/contract/jobs.ts'
import { type Coordinates, milesBetween } from '#shared/rules/service-area.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

// Centers of ZIP codes are known to four decimals, houses to more.
const isRounded = (degrees: number) => Math.abs(degrees * 1e4 - Math.round(degrees * 1e4)) < 1e-6
/** Whether a place is known by its ZIP code alone. */
export const isZipCenter = ({ latitude, longitude }: Coordinates) =>
  isRounded(latitude) && isRounded(longitude)

/** The straight way between two visits, 'about 12 mi' where one is known by its ZIP code alone; null where one is unknown. */
export function wayBetween(
  from: Pick<Job, 'coordinates'>,
  to: Pick<Job, 'coordinates'>,
): string | null {
  if (!from.coordinates || !to.coordinates) return null
  const distance = milesBetween(from.coordinates, to.coordinates)
  const vague = [from.coordinates, to.coordinates].filter(isZipCenter).length
  if (vague === 2 && distance < 0.1) return t('same ZIP code')
  const miles = formatNumber(Math.max(0.1, distance), distance < 1 ? 1 : 0)
  return vague > 0 ? t('about {miles} mi', { miles }) : t('{miles} mi', { miles })
}
