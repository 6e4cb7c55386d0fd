import { now } from '#server/base/clock.ts'
import type { SignedIn } from '#server/http/handlers.ts'

const cacheMs = 30_000
const mostEntries = 5_000

type Entry = { person: SignedIn; until: number }

// A Map keeps insertion order, so the first key is the least recently used.
const entries = new Map<string, Entry>()
let changes = 0

/** Counts invalidations; a lookup that began before one must not be cached after it. */
export const changeCount = () => changes

export function recall(sessionHash: string): SignedIn | undefined {
  const entry = entries.get(sessionHash)
  if (!entry) return undefined
  entries.delete(sessionHash)
  if (entry.until <= now().getTime()) return undefined
  entries.set(sessionHash, entry)
  return entry.person
}

/** Caches a lookup for at most half a minute, and never beyond the session's end. */
export function remember(person: SignedIn, sessionEndsAt: Date, changesBefore: number): void {
  if (changesBefore !== changes) return
  const until = Math.min(now().getTime() + cacheMs, sessionEndsAt.getTime())
  entries.set(person.sessionHash, { person, until })
  const oldest = entries.size > mostEntries ? entries.keys().next().value : undefined
  if (oldest !== undefined) entries.delete(oldest)
}

/** Invalidates one session, or all of one person. */
export function invalidate({
  sessionHash,
  userId,
}: {
  sessionHash?: string
  userId?: string
}): void {
  changes += 1
  if (sessionHash) entries.delete(sessionHash)
  if (!userId) return
  for (const [hash, { person }] of entries) if (person.id === userId) entries.delete(hash)
}

export function invalidateAll(): void {
  changes += 1
  entries.clear()
}
