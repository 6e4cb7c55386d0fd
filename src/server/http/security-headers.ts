import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/** Sources a card form loads from, for the content policy. */
type CardSources = {
  script: readonly string[]
  style: readonly string[]
  font: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
  image: readonly string[]
  /** Origins of frames that may request a payment, like our own page. */
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

/** CSP without inline scripts; inline styles are allowed (Radix positions layers by them). */
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
  // Set separately, for https only.
  strictTransportSecurity: false,
})

/**
 * For sites reached by https. Not for other names of the domain, which are not ours to decide, nor for the browsers' preload
 * lists, which are hard to leave.
 */
export const onlyByHttps = { 'strict-transport-security': 'max-age=31536000' }

/** Wallets at the card form, a technician's location, and a camera for VINs; everything else is off. */
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

/** Replaces other pages' headers where a VIN is read by camera. */
export const cameraPageHeaders = {
  'permissions-policy': permissionsPolicy(undefined, 'camera=(self)'),
}

/**
 * Headers of every answer; `images` is another origin for pictures. Computed once, because helmet would build the same
 * strings each time.
 */
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
