import { afterCommit, notify } from '#server/database/database.ts'
import { invalidate } from './session-cache.ts'

/** A session has ended, or something about a person and all their sessions has changed. */
export type SessionChange = { sessionHash: string } | { userId: string }

type Listener = (change: SessionChange) => void
const listeners = new Set<Listener>()

/** Calls back when sessions end or people change, in this process or another; sockets close by it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyListeners(change: SessionChange): void {
  invalidate(change)
  for (const listener of listeners) listener(change)
}

/** Tells every process, once the current transaction has committed. */
export async function publishChange(change: SessionChange): Promise<void> {
  await notify('sessions', JSON.stringify(change))
  // This process must not wait for its own notification to come back.
  afterCommit(() => notifyListeners(change))
}

/** For whoever changes a person's role, approval, access or language: it counts at once, in every process. */
export const publishPersonChange = (userId: string) => publishChange({ userId })
