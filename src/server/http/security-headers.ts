import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/** What a card form loads from elsewhere, as sources of a policy. */
export type CardSources = {
  script: readonly string[]
  style: readonly string[]
  font: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
  image: readonly string[]
  /** Whose frames may ask for a payment too, as our own page may. */
  payment: readonly string[]
}
const noSources: CardSources = {
  script: [],
  style: [],
  font: [],
  frame: [],
  connect: [],
  image: [],
  payment: [],
}

/** CSP without inline scripts; styles may be inline (Radix positions its layers so). */
const optionsWith = (
  images: string | undefined,
  cards: CardSources = noSources,
): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      connectSrc: ["'self'", ...cards.connect],
      fontSrc: ["'self'", ...cards.font],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      frameSrc: ["'self'", ...cards.frame],
      imgSrc: ["'self'", 'data:', 'blob:', ...(images ? [images] : []), ...cards.image],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'", ...cards.script],
      styleSrc: ["'self'", "'unsafe-inline'", ...cards.style],
    },
  },
  frameguard: { action: 'sameorigin' },
  referrerPolicy: { policy: 'same-origin' },
  // Set beside, for answers over https alone.
  strictTransportSecurity: false,
})

/**
 * For the answers of a site that people reach by https. Neither for other names of the same domain, which are not
 * ours to decide about, nor for the browsers' own lists, from which nobody gets off again.
 */
export const onlyByHttps = { 'strict-transport-security': 'max-age=31536000' }

/**
 * Wallets at the card form, the way of a technician, and a camera where a VIN is read; whatever else a device has is
 * nobody's business.
 */
const permissionsPolicy = (cards?: CardSources, camera = 'camera=()') =>
  [
    cards
      ? `payment=(${['self', ...cards.payment.map((origin) => `"${origin}"`)].join(' ')})`
      : 'payment=()',
    'geolocation=(self)',
    camera,
    ...['microphone', 'display-capture', 'usb', 'serial', 'hid', 'midi'].map(
      (feature) => `${feature}=()`,
    ),
  ].join(', ')

/** In place of those of other pages, where a VIN is read with the camera. */
export const cameraPageHeaders = {
  'permissions-policy': permissionsPolicy(undefined, 'camera=(self)'),
}

/** What every answer carries; `images` is another origin that pictures may come from. Asked of helmet once, because it would put the same words together for each answer. */
export const securityHeaders = (
  images?: string,
  cards?: CardSources,
): Readonly<Record<string, string>> => ({
  ...headersOf(helmet(optionsWith(images, cards))),
  'permissions-policy': permissionsPolicy(cards),
})

function headersOf(setHeaders: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, answer as unknown as ServerResponse, (problem) => {
    if (problem) throw problem
  })
  return headers
}
