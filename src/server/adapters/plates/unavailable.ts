import type { PlateLookup } from './port.ts'

/** The default without a key: reports that lookup is unavailable. */
export const unavailablePlateLookup: PlateLookup = {
  async lookup() {
    return { found: false, reason: 'unavailable' }
  },
}
