import { randomUUID } from 'node:crypto'
import { services } from '#server/adapters/services.ts'
import { makePictures } from '../make-pictures.ts'
import { fileName, removeFiles } from '../store.ts'

/** Keeps the picture of a person, small; answers its id. Throws what `makePictures` throws; then nothing is kept. */
export async function storePortrait(bytes: Uint8Array): Promise<string> {
  const { thumbnail } = await makePictures(bytes)
  const id = randomUUID()
  await services().photos.put(fileName(id, 'thumbnail'), thumbnail)
  return id
}

/** Never throws: a file that stays is found by the sweep. */
export const removePortrait = (id: string): Promise<void> => removeFiles([id])
