import { now } from '#server/base/clock.ts'
import type { Settings } from '#shared/rules/settings.ts'

type Entry = { answer: Promise<unknown>; settings: Settings; until: number }

const entries = new Map<string, Entry>()
const mostEntries = 200
/** Should a message from another process be lost, an answer is at most this old. */
const longestMs = 2000

/**
 * The answer kept under `key`, or a new one from `read`. It is kept until seats change, the settings change or
 * the instant `until()` comes, at which passing time alone changes it.
 */
export function cachedAnswer<T>(
  key: string,
  settings: Settings,
  until: () => Date,
  read: () => Promise<T>,
): Promise<T> {
  const kept = entries.get(key)
  const at = now().getTime()
  if (kept && kept.settings === settings && at < kept.until) return kept.answer as Promise<T>
  const answer = read()
  const entry = { answer, settings, until: Math.min(until().getTime(), at + longestMs) }
  entries.delete(key)
  if (entries.size >= mostEntries) entries.delete(entries.keys().next().value ?? '')
  entries.set(key, entry)
  answer.catch(() => entries.get(key) === entry && entries.delete(key))
  return answer
}

// A read that is under way when seats change is forgotten with the rest, so it is never given to anybody who asks
// after the change.
export function invalidateAvailability(): void {
  entries.clear()
}
