import { eq } from 'drizzle-orm'
import { db, listen } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import type { RateChange } from '#shared/rules/dated-values.ts'
import type { TaxMode } from '#shared/rules/sales-tax.ts'
import type { CoreSpot } from '#shared/rules/service-area.ts'
import { invalidateAvailability } from './availability-cache.ts'

type ActiveSpot = CoreSpot & {
  taxRateBp: number | null
  taxRateChanges: RateChange[]
  taxMode: TaxMode | null
}

let active: readonly ActiveSpot[] = []
let reads = 0
let currentRead = 0

/** The spots that bound the service area; empty when anyone may book. */
export function areaSpots(): readonly CoreSpot[] {
  return currentSettings().areaBooking ? active : []
}

/** The business's locations, whether or not they bound the service area. */
export const coreSpotCenters = (): readonly ActiveSpot[] => active

/** Loads the active spots into this process; an older read never replaces a newer one. */
export async function loadCoreSpots(): Promise<void> {
  const read = ++reads
  const rows = await db()
    .select({
      latitude: coreSpots.latitude,
      longitude: coreSpots.longitude,
      radiusMiles: coreSpots.radiusMiles,
      taxRateBp: coreSpots.taxRateBp,
      taxRateChanges: coreSpots.taxRateChanges,
      taxMode: coreSpots.taxMode,
    })
    .from(coreSpots)
    .where(eq(coreSpots.isActive, true))
  if (read < currentRead) return
  currentRead = read
  active = rows
  invalidateAvailability()
}

/** Loads the spots now and after each change in any process. */
export async function subscribeToCoreSpots(): Promise<void> {
  await listen('core_spots', loadCoreSpots, { onReconnect: loadCoreSpots })
  await loadCoreSpots()
}
