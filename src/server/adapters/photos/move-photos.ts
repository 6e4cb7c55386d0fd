import type { ListedPhotoStore, PhotoStore } from './port.ts'

/**
 * Moves every picture, one after the other, and calls `moved` with how many so far. May be stopped and started again: a
 * picture leaves `from` only when `to` has it. Throws what `to` says.
 */
export async function movePhotos(
  from: ListedPhotoStore,
  to: PhotoStore,
  moved: (count: number) => void,
): Promise<void> {
  let count = 0
  for await (const name of from.namesBefore(new Date(8.64e15))) {
    if (name.endsWith('.tmp')) continue
    const bytes = await from.get(name)
    if (!bytes) continue
    await to.put(name, bytes)
    // Deleted meanwhile, so it must not come back.
    if (!(await from.get(name))) await to.remove(name)
    await from.remove(name)
    moved((count += 1))
  }
}
