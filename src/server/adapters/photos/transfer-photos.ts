import type { ListedPhotoStore, PhotoStore } from './port.ts'

/**
 * Transfers every photo one by one and calls `moved` with the count so far. Can be stopped and restarted: a photo leaves
 * `from` only when `to` has it. Throws errors of `to`.
 */
export async function transferPhotos(
  from: ListedPhotoStore,
  to: PhotoStore,
  onTransferred: (count: number) => void,
): Promise<void> {
  let count = 0
  for await (const name of from.namesBefore(new Date(8.64e15))) {
    if (name.endsWith('.tmp')) continue
    const bytes = await from.get(name)
    if (!bytes) continue
    await to.put(name, bytes)
    // Deleted in the meantime, so it must not come back.
    if (!(await from.get(name))) await to.remove(name)
    await from.remove(name)
    onTransferred((count += 1))
  }
}
