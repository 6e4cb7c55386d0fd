import { now } from '#server/base/clock.ts'
import type { Settings } from '#shared/rules/settings.ts'

type Entry = { answer: Promise<unknown>; settings: Settings; until: number }

const entries = new Map<string, Entry>()
const mostEntries = 200
/** Maximum age of a response if another process's message is lost. */
const longestMs = 2000

/**
 * The response cached under `key`, or a new one from `read`. Cached until seats or settings change, or until the instant
 * `until()`, when only the time changes it.
 */
export function cachedAnswer<T>(
  key: string,
  settings: Settings,
  until: () => Date,
  read: () => Promise<T>,
): Promise<T> {
  const cached = entries.get(key)
  const at = now().getTime()
  if (cached && cached.settings === settings && at < cached.until)
    return cached.answer as Promise<T>
  const answer = read()
  const entry = { answer, settings, until: Math.min(until().getTime(), at + longestMs) }
  entries.delete(key)
  if (entries.size >= mostEntries) entries.delete(entries.keys().next().value ?? '')
  entries.set(key, entry)
  answer.catch(() => entries.get(key) === entry && entries.delete(key))
  return answer
}

// Discards reads in progress too, so that requests after the change never get them.
export function invalidateAvailability(): void {
  entries.clear()
}
