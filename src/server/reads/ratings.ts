import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

type Row = { id: string; count: number; mean: string }
/** Number of reviews, and their mean with one decimal. */
type Rating = { mean: number; count: number }

const statement = {
  name: 'ratings-of-technicians',
  text: `select technician_id as id, count(*)::int as count, round(avg(rating), 1)::text as mean
    from reviews where technician_id = any($1::uuid[]) group by technician_id`,
}

// With this many reviews, a minute-old mean makes no visible difference.
const large = 1000
const cacheMs = 60_000
const cached = new Map<string, Rating & { until: number }>()

/** Ratings by technician, without those with no reviews; above 1,000 reviews up to a minute old. */
export async function ratingsOf(technicianIds: readonly string[]): Promise<Map<string, Rating>> {
  const at = now().getTime()
  const isCached = (id: string) => at < (cached.get(id)?.until ?? 0)
  const missing = technicianIds.filter((id) => !isCached(id))
  const rows = missing.length > 0 ? await queryRows<Row>(statement, [missing]) : []
  const ratings = new Map(rows.map(({ id, mean, count }) => [id, { mean: Number(mean), count }]))
  for (const { id, count, mean } of rows)
    if (count > large) cached.set(id, { mean: Number(mean), count, until: at + cacheMs })
  for (const id of technicianIds) {
    const known = cached.get(id)
    if (known && isCached(id)) ratings.set(id, { mean: known.mean, count: known.count })
  }
  return ratings
}

/** The technician's rating for the visit's customer; null without reviews, and once the visit is over. */
export async function ratingOfTechnician({ technicianId, status }: Job): Promise<Rating | null> {
  if (!technicianId || !isActiveJob(status)) return null
  const ratings = await ratingsOf([technicianId])
  return ratings.get(technicianId) ?? null
}
