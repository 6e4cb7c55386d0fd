import { notify, transaction } from '#server/database/database.ts'
import { coreSpotCenters, loadCoreSpots } from '#server/reads/core-spots.ts'
import { daysAhead, fetchDrivesSoon } from '#server/reads/fetch-drives.ts'

/** Runs a change of core spots in a transaction; every process uses the new ones afterward. */
export async function changeCoreSpots<T>(change: () => Promise<T>): Promise<T> {
  const changed = await transaction(async () => {
    const result = await change()
    await notify('core_spots', '1')
    return result
  })
  // Loaded here as well as by the message, so the user sees the effect in the next request.
  await loadCoreSpots()
  // Technicians without a home start there.
  for (const spot of coreSpotCenters()) fetchDrivesSoon(spot, daysAhead())
  return changed
}
