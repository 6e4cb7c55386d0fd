import type { PlateLookup } from './port.ts'

/** The default without a key: says so instead of guessing. */
export const unavailablePlateLookup: PlateLookup = {
  async lookup() {
    return { found: false, reason: 'unavailable' }
  },
}
