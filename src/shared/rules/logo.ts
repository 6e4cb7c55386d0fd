/** Backgrounds a logo is visible on: its lines are dark, light, or neither (or it has its own background). */
export const logoGrounds = ['any', 'light', 'dark'] as const

/** A business's logo; width and height are pixels of the upload without empty margins. */
export type Logo = {
  id: string
  width: number
  height: number
  ground: (typeof logoGrounds)[number]
}

/** Versions made of a logo: for bars, paper, app icons and link previews. */
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

/** Address of a version of the logo; its content never changes. */
export const logoUrl = ({ id }: Pick<Logo, 'id'>, size: LogoSize): string =>
  `/api/logo/${id}?size=${size}`

/** A wide logo contains the name, so the name is not shown beside it. */
export const isWideLogo = ({ width, height }: Logo): boolean => width >= 2 * height

/** A logo for the public pages, where every value is text and '' means none. */
export const logoFacts = (logo: Logo | null) => ({
  logo: logo ? logoUrl(logo, 'bar') : '',
  wideLogo: logo && isWideLogo(logo) ? 'yes' : '',
  logoWidth: String(logo?.width ?? ''),
  logoHeight: String(logo?.height ?? ''),
  logoGround: logo?.ground ?? '',
})
