import { and, eq, gt } from 'drizzle-orm'
import { now } from '#server/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs, positionShares } from '#server/database/tables/jobs.ts'
import type { Position } from '#shared/contract/positions.ts'
import { milesBetween } from '#shared/rules/service-area.ts'
import { minutesAway } from '#shared/rules/travel.ts'

/** Where the technician of a job is, while that is shared and not too old; the way to the visit where both are known. */
export async function positionOf(jobId: string): Promise<Position | null> {
  const [row] = await db()
    .select({ share: positionShares, latitude: jobs.latitude, longitude: jobs.longitude })
    .from(positionShares)
    .innerJoin(
      jobs,
      and(eq(jobs.id, positionShares.jobId), eq(jobs.technicianId, positionShares.technicianId)),
    )
    .where(
      and(
        eq(positionShares.jobId, jobId),
        gt(positionShares.expiresAt, now()),
        eq(jobs.communicationActive, true),
      ),
    )
  if (!row) return null
  const { share, latitude, longitude } = row
  const visit = latitude !== null && longitude !== null ? { latitude, longitude } : null
  return {
    latitude: share.latitude,
    longitude: share.longitude,
    recordedAt: share.recordedAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
    milesAway: visit && milesBetween(share, visit),
    minutesAway: visit && minutesAway(share, visit),
  }
}
