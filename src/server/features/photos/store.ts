import type { PhotoStore } from '#server/adapters/photos/port.ts'
import { log } from '#server/base/log.ts'

let chosen: PhotoStore | undefined

/** Chooses where this process keeps pictures; called once, before the first request. */
export function usePhotoStore(store: PhotoStore): void {
  chosen = store
}

export function photoStore(): PhotoStore {
  if (!chosen) throw new Error('The store of photos was not chosen.')
  return chosen
}

export type PhotoSize = 'large' | 'thumbnail'

export const fileName = (id: string, size: PhotoSize) =>
  size === 'large' ? `${id}.jpg` : `${id}-thumbnail.jpg`

/** Never throws: a file that stays is found by the sweep. */
export async function removeFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    for (const size of ['large', 'thumbnail'] as const)
      await photoStore()
        .remove(fileName(id, size))
        .catch((err: unknown) => log.warn({ err, photo: id }, 'a photo file stays for now'))
}
