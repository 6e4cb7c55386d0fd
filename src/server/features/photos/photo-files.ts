import { services } from '#server/adapters/services.ts'
import { log } from '#server/base/log.ts'
import { type PhotoSize, photoSizes } from '#shared/rules/photos.ts'

export const fileName = (id: string, size: PhotoSize) =>
  size === 'large' ? `${id}.jpg` : `${id}-thumbnail.jpg`

/** Never throws: the sweep deletes files left behind. */
export async function removeFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    for (const size of photoSizes)
      await services()
        .photos.remove(fileName(id, size))
        .catch((err: unknown) => log.warn({ err, photo: id }, 'a photo file stays for now'))
}
