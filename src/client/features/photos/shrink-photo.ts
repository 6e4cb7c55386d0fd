import { maxPhotoBytes, photoSide, photoTypes } from '#shared/rules/photos.ts'
import { text } from '#shared/texts/t.ts'

const quality = 0.85

/**
 * The photo as it is sent: upright, at most 2048 px, a JPEG without the data of the camera (where it was taken).
 * Throws an Error with the sentence to show for what this browser cannot read.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) {
    // The server may read what this browser cannot.
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
  // A JPEG has no transparency; without this it would turn black.
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
