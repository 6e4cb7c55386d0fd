import type { Sharp, SharpOptions } from 'sharp'
import { AppError, Invalid } from '#server/http/errors.ts'
import { photoSide, thumbnailSide } from '#shared/rules/photos.ts'
import { phrase } from '#shared/texts/t.ts'
import { withSharp } from './actions/with-sharp.ts'

export type Pictures = { large: Uint8Array; thumbnail: Uint8Array; width: number; height: number }

/** More than any phone has; larger claims would only fill memory. */
const maxPixels = 50_000_000
const timeoutSeconds = 30
const reading: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels }

/**
 * Makes the stored photo (upright, at most 2048 px, a JPEG without metadata such as place and device) and its thumbnail.
 * Throws unsupported, too_large or Invalid for a damaged picture.
 */
export function makePictures(bytes: Uint8Array): Promise<Pictures> {
  return withSharp(async (sharp) => {
    await assertPhoto(sharp(bytes, reading))
    try {
      const large = await fit(sharp(bytes, reading).autoOrient(), photoSide)
        .flatten({ background: '#fff' })
        .jpeg({ quality: 80, mozjpeg: true })
        .timeout({ seconds: timeoutSeconds })
        .toBuffer({ resolveWithObject: true })
      const thumbnail = await fit(sharp(large.data), thumbnailSide).jpeg({ quality: 75 }).toBuffer()
      const { width, height } = large.info
      return { large: large.data, thumbnail, width, height }
    } catch {
      throw damaged()
    }
  })
}

async function assertPhoto(picture: Sharp): Promise<void> {
  const { format, compression } = await picture.metadata().catch((error: Error) => {
    if (error.message.includes('unsupported image format')) throw unsupported()
    if (error.message.includes('pixel limit'))
      throw new AppError('too_large', phrase('The picture has too many pixels.'))
    throw damaged()
  })
  // HEIC uses the same container with a codec we may not ship.
  if (format === 'heif' && compression !== 'av1') throw unsupported()
}

const damaged = () => new Invalid(phrase('The picture is damaged. Please take or send it again.'))

const unsupported = () =>
  new AppError('unsupported', phrase('Please send a photo as JPEG, PNG, WebP or AVIF.'))

const fit = (picture: Sharp, side: number) =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })
