import { notify, transaction } from '#server/database/database.ts'
import { loadCoreSpots } from '#server/reads/core-spots.ts'

/** Runs what changes core spots in a transaction; every process judges addresses by the new ones from then on. */
export async function changeCoreSpots<T>(change: () => Promise<T>): Promise<T> {
  const changed = await transaction(async () => {
    const result = await change()
    await notify('core_spots', '1')
    return result
  })
  // Not only by the message, so that whoever changed them sees the effect in the next request.
  await loadCoreSpots()
  return changed
}
