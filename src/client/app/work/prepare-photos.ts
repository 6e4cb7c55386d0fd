import { maxPhotoBytes, photoSide, photoTypes } from '#shared/rules/photos.ts'
import { text } from '#shared/texts/t.ts'
import { isRaw, type WorkEntry } from './waiting-changes.ts'
import { workOutbox } from './work-outbox.ts'

let working = false

/** Shrinks this device's photos that were stored as they were chosen; those it cannot read are refused. */
export async function preparePhotos(): Promise<void> {
  if (working) return
  working = true
  try {
    for (let next = nextRaw(); next; next = nextRaw()) await prepare(next)
  } finally {
    working = false
  }
}

const nextRaw = () =>
  workOutbox.state
    .get()
    .entries.find(({ change, refused }) => isRaw(change) && refused === undefined)

async function prepare({ key, change }: WorkEntry): Promise<void> {
  if (change.kind !== 'photo') return
  const { raw: _raw, ...prepared } = change
  const shrunk = await shrinkPhoto(change.photo).catch((error: Error) => error.message)
  if (typeof shrunk === 'string') await workOutbox.refuse(key, shrunk)
  else await workOutbox.amend(key, { ...prepared, photo: shrunk })
}

const quality = 0.85

/**
 * The photo for upload: upright, at most 2048 px, a JPEG without camera metadata such as location. Throws an Error with a
 * message for files this browser can't read.
 */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) {
    // The server reads formats this browser can't.
    if ((photoTypes as readonly string[]).includes(file.type) && file.size <= maxPhotoBytes)
      return file
    throw new Error(
      text('We cannot read this picture. Please send a photo as JPEG, PNG, WebP or AVIF.'),
    )
  }
  const scale = Math.min(1, photoSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  try {
    return await drawJpeg(picture, width, height)
  } finally {
    picture.close()
  }
}

function drawJpeg(picture: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  // JPEG has no transparency; it would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))),
      'image/jpeg',
      quality,
    ),
  )
}
