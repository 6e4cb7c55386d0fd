import { followSessions } from './features/accounts/person-of.ts'
import { followSlotChanges } from './features/booking/slot-changes.ts'
import { followCoreSpots } from './features/service-area/active-spots.ts'
import { followSettings } from './features/settings/queries.ts'

/** Loads what every process keeps in memory, and keeps it true whichever process changes it. */
export async function followChanges(): Promise<void> {
  await followSettings()
  await followCoreSpots()
  await followSessions()
  await followSlotChanges()
}
