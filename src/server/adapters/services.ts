import type { CardNetwork } from './cards/port.ts'
import type { Geocoder } from './geocoder/port.ts'
import type { Mailer } from './mail/port.ts'
import type { Optimizer } from './optimizer/port.ts'
import type { PhotoStore } from './photos/port.ts'
import type { PlateLookup } from './plates/port.ts'
import type { Pusher } from './push/port.ts'
import type { Router } from './router/port.ts'
import type { Telephony } from './telephony/port.ts'
import type { VinDecoder } from './vin/port.ts'

/** The outside services of this process. */
export type Services = {
  mailer: Mailer
  telephony: Telephony
  pusher: Pusher
  photos: PhotoStore
  vin: VinDecoder
  plates: PlateLookup
  /** Missing without a map service: an address is then located by its ZIP code. */
  geocoder?: Geocoder | undefined
  /** Missing without a router; drives are then estimated from the distance. */
  router?: Router | undefined
  /** Missing without an optimization server; our own method is then used. */
  optimizer?: Optimizer | undefined
  /** Missing without a provider of card payments. */
  cards?: CardNetwork | undefined
}

let provided: Services | undefined

/** Called once by the composer before the first request; tests replace some with `useServices`. */
export function provideServices(services: Services): void {
  provided = services
}

export function services(): Services {
  if (!provided) throw new Error('The outside services were not provided.')
  return provided
}

/** The router, if there is one; undefined while the demo is seeded, before services are composed. */
export const providedRouter = (): Router | undefined => provided?.router
