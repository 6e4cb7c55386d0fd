import { eq } from 'drizzle-orm'
import { db, listen } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import type { CoreSpot } from '#shared/rules/service-area.ts'

type ActiveSpot = CoreSpot & { taxRateBp: number | null }

let active: readonly ActiveSpot[] = []
let reads = 0
let currentRead = 0

/** The spots that bound the service area; none while the operator lets everybody book. */
export function areaSpots(): readonly CoreSpot[] {
  return currentSettings().areaBooking ? active : []
}

/** Where the business is, whether or not that bounds who may book. */
export const coreSpotCenters = (): readonly ActiveSpot[] => active

/** Reads the active spots into this process; a read that began earlier never replaces a later one. */
export async function loadCoreSpots(): Promise<void> {
  const read = ++reads
  const rows = await db()
    .select({
      latitude: coreSpots.latitude,
      longitude: coreSpots.longitude,
      radiusMiles: coreSpots.radiusMiles,
      taxRateBp: coreSpots.taxRateBp,
    })
    .from(coreSpots)
    .where(eq(coreSpots.isActive, true))
  if (read < currentRead) return
  currentRead = read
  active = rows
}

/** Loads the spots now and again whenever they change in any process. */
export async function subscribeToCoreSpots(): Promise<void> {
  await listen('core_spots', loadCoreSpots, { onReconnect: loadCoreSpots })
  await loadCoreSpots()
}
