import { text } from '../texts/t.ts'

/** On which ground a logo can be seen: its lines are dark, light, or neither (or it brings a ground of its own). */
export const logoGrounds = ['any', 'light', 'dark'] as const

/** The picture of a business; width and height are pixels of what was uploaded, without empty margins. */
export type Logo = {
  id: string
  width: number
  height: number
  ground: (typeof logoGrounds)[number]
}

/** What is made of a logo: for bars, for paper, as icons of the installed app, for links that are shared. */
export const logoSizes = [
  'bar',
  'paper',
  'icon-192',
  'icon-512',
  'maskable-512',
  'apple-touch',
  'share',
] as const
export type LogoSize = (typeof logoSizes)[number]

/** Media types that may be sent; the bytes decide, not the name. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const maxLogoBytes = 2_000_000
export const logoTooLarge = text('The picture is too large: 2 MB at most.')
export const noSvgLogo = text(
  'An SVG can carry scripts, so we do not take one. Please save your logo as a PNG, a large one, and send that.',
)

/** Where a picture of a logo is; what is there never changes. */
export const logoUrl = ({ id }: Pick<Logo, 'id'>, size: LogoSize): string =>
  `/api/logo/${id}?size=${size}`

/** Such a logo has room for the name in it, so the name is not written beside it. */
export const isWideLogo = ({ width, height }: Logo): boolean => width >= 2 * height

/** A logo as the public pages have it, where each value is a text and '' is none. */
export const logoFacts = (logo: Logo | null) => ({
  logo: logo ? logoUrl(logo, 'bar') : '',
  wideLogo: logo && isWideLogo(logo) ? 'yes' : '',
  logoWidth: String(logo?.width ?? ''),
  logoHeight: String(logo?.height ?? ''),
  logoGround: logo?.ground ?? '',
})
