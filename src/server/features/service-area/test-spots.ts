import { db } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { loadCoreSpots } from '#server/reads/core-spots.ts'

/** A spot in the center of Austin, 10 miles by default. */
export async function makeSpot(wanted: Partial<typeof coreSpots.$inferInsert> = {}): Promise<void> {
  const austin = { latitude: 30.2648, longitude: -97.7472, radiusMiles: 10 }
  await db()
    .insert(coreSpots)
    .values({ name: 'Downtown', address: 'Austin, TX 78701', ...austin, ...wanted })
  await loadCoreSpots()
}

export const inside = '500 Congress Ave, Austin, TX 78701'
/** Twelve miles from the center of Austin, by its ZIP code's center. */
export const near = '9315 Anderson Mill Road, Austin, TX 78729'
export const outside = '2001 N Clark St, Chicago, IL 60614'
