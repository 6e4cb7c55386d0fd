import { now } from '#server/base/clock.ts'

const cacheMs = 60_000
const mostKept = 500

/**
 * Searches that found more than are counted, by a key that names each, for a minute: it decides how rows are looked for
 * and what their number is called, never which are found.
 */
export function commonSearches(): { has: (key: string) => boolean; add: (key: string) => void } {
  const until = new Map<string, number>()
  return {
    has: (key) => now().getTime() < (until.get(key) ?? 0),
    add(key) {
      if (until.size >= mostKept) until.clear()
      until.set(key, now().getTime() + cacheMs)
    },
  }
}
