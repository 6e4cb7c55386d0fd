import type { CardNetwork } from './cards/port.ts'
import type { Geocoder } from './geocoder/port.ts'
import type { Mailer } from './mail/port.ts'
import type { PhotoStore } from './photos/port.ts'
import type { PlateLookup } from './plates/port.ts'
import type { Pusher } from './push/port.ts'
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
  /** Missing where no map is connected: an address is then where its ZIP code is. */
  geocoder?: Geocoder | undefined
  /** Missing where no provider of card payments is connected. */
  cards?: CardNetwork | undefined
}

let provided: Services | undefined

/** The composer says it once, before the first request; tests replace some of them with `useServices`. */
export function provideServices(services: Services): void {
  provided = services
}

export function services(): Services {
  if (!provided) throw new Error('The outside services were not provided.')
  return provided
}
