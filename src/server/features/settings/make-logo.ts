import { createHash } from 'node:crypto'
import type { SharpOptions } from 'sharp'
import { type OpenedSharp, withSharp } from '#server/features/photos/actions/with-sharp.ts'
import { AppError, Invalid } from '#server/http/errors.ts'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { noSvgLogo } from '#shared/rules/logo-files.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { type Drawn, backgroundFor, inspectLogo } from './inspect-logo.ts'

type MadeLogo = { logo: Logo; pictures: Record<LogoSize, Buffer> }

const reading: SharpOptions = { failOn: 'error', limitInputPixels: 50_000_000 }
const longestSide = 2048
const shortestSide = 32
/** Largest ratio of width to height that is still readable in the header bar. */
const longest = 12

/**
 * Makes all pictures of a logo, without empty margins or metadata; icons get a background on which it is visible. Throws
 * unsupported, too_large or Invalid for a damaged picture or one unsuitable as a logo.
 */
export async function makeLogo(bytes: Uint8Array): Promise<MadeLogo> {
  if (isSvg(bytes)) throw new AppError('unsupported', phraseOf(noSvgLogo))
  return withSharp(async (sharp) => {
    await assertPicture(sharp, bytes)
    const drawn = await draw(sharp, bytes)
    const ground = backgroundFor(drawn)
    const { width, height } = drawn.box
    return {
      logo: { id: idOf(bytes), width, height, ground },
      pictures: await makePictures(sharp, drawn),
    }
  })
}

/** The same bytes always get the same id. */
function idOf(bytes: Uint8Array): string {
  const hash = createHash('sha256').update('logo 1 ').update(bytes).digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}

const isSvg = (bytes: Uint8Array): boolean =>
  /^\W*<(\?xml|!doctype svg|svg)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 200)))

async function assertPicture(sharp: OpenedSharp, bytes: Uint8Array): Promise<void> {
  const { format } = await sharp(bytes, reading)
    .metadata()
    .catch((error: Error) => {
      if (error.message.includes('unsupported image format')) throw unsupported()
      if (error.message.includes('pixel limit'))
        throw new AppError('too_large', phrase('The picture has too many pixels.'))
      throw damaged()
    })
  if (!['png', 'jpeg', 'webp'].includes(format)) throw unsupported()
}

/** Decodes the picture and finds its visible part. */
async function draw(sharp: OpenedSharp, bytes: Uint8Array): Promise<Drawn> {
  const { data, info } = await sharp(bytes, reading)
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .timeout({ seconds: 30 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged()
    })
  const drawn = inspectLogo(data, info)
  if (!drawn) throw new Invalid(phrase('The picture is blank.'))
  const { width, height } = drawn.box
  if (Math.max(width, height) < shortestSide * 2 || Math.min(width, height) < shortestSide / 4)
    throw new Invalid(phrase('The picture is too small. Please send one of at least 64 pixels.'))
  if (width > longest * height || height > 2 * width)
    throw new Invalid(
      phrase(
        'The picture is too long for a logo: at most 12 times as wide as high, or twice as high as wide.',
      ),
    )
  return drawn
}

async function makePictures(sharp: OpenedSharp, drawn: Drawn): Promise<MadeLogo['pictures']> {
  const { data, size, box, fill } = drawn
  const whole = await sharp(data, { raw: { ...size, channels: 4 } })
    .extract(box)
    .png()
    .toBuffer()
  const within = (width: number, height: number, withoutEnlargement = false) =>
    sharp(whole).resize(width, height, { fit: 'inside', withoutEnlargement }).png().toBuffer()
  /** Centers the logo on a background, where it fills at most `part` of either side. */
  const onGround = async (width: number, height: number, part: number) =>
    sharp({ create: { width, height, channels: 3, background: fill } })
      .composite([{ input: await within(Math.round(width * part), Math.round(height * part)) }])
      .removeAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer()
  const paper = sharp(await within(720, 160, true)).flatten({ background: fill })
  return {
    bar: await within(480, 96, true),
    paper: await (
      backgroundFor(drawn) === 'dark'
        ? paper.extend({ top: 12, bottom: 12, left: 16, right: 16, background: fill })
        : paper
    )
      .png()
      .toBuffer(),
    'icon-192': await onGround(192, 192, 0.84),
    'icon-512': await onGround(512, 512, 0.84),
    // Phones crop maskable icons to their own shapes; the center always stays.
    'maskable-512': await onGround(512, 512, 0.6),
    'apple-touch': await onGround(180, 180, 0.8),
    share: await onGround(1200, 630, 0.6),
  }
}

const damaged = () => new Invalid(phrase('The picture is damaged. Please save and send it again.'))

const unsupported = () =>
  new AppError('unsupported', phrase('Please send your logo as PNG, JPEG or WebP.'))
