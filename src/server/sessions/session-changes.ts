import { afterCommit, notify } from '#server/database/database.ts'
import { invalidate } from './session-cache.ts'

/** A session ended, or a person with all their sessions changed. */
export type SessionChange = { sessionHash: string } | { userId: string }

type Listener = (change: SessionChange) => void
const listeners = new Set<Listener>()

/** Calls back when sessions end or people change, in any process; closes their sockets. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyListeners(change: SessionChange): void {
  invalidate(change)
  for (const listener of listeners) listener(change)
}

/** Notifies every process once the current transaction commits. */
export async function publishChange(change: SessionChange): Promise<void> {
  await notify('sessions', JSON.stringify(change))
  // This process must not wait for its own notification.
  afterCommit(() => notifyListeners(change))
}

/** Call after changing a person's role, approval, access or language, so it takes effect at once everywhere. */
export const publishPersonChange = (userId: string) => publishChange({ userId })
