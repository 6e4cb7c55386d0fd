import { text } from '../texts/t.ts'

/** Accepted media types; decided by the bytes, not the name. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const maxLogoBytes = 2_000_000
export const logoTooLarge = text('The picture is too large: 2 MB at most.')
export const noSvgLogo = text(
  'An SVG can carry scripts, so we do not take one. Please save your logo as a PNG, a large one, and send that.',
)
