import { now } from '#server/base/clock.ts'

const cacheMs = 60_000
const mostRemembered = 500

/**
 * Searches with more results than are counted, by key, for a minute: affects how rows are searched and counted, never which
 * are found.
 */
export function commonSearches(): { has: (key: string) => boolean; add: (key: string) => void } {
  const until = new Map<string, number>()
  return {
    has: (key) => now().getTime() < (until.get(key) ?? 0),
    add(key) {
      if (until.size >= mostRemembered) until.clear()
      until.set(key, now().getTime() + cacheMs)
    },
  }
}
